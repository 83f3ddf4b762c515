//! run --stop 1
//! run --stop 1 --method bdf
//! expect v["x"] = t**2/6 within 1e-6
//! expect v["a"] = 1 + 2*t within 1e-6
//! expect v["b"] = 1.5 + 3*t within 1e-6
//! expect v["p"] = sqrt(1 + 3*t) within 1e-6
//! expect v["q"] = (2 - 3*t)/(2 if t < 2/3 else 3) within 1e-6
model AlgorithmReversedBranches "Algorithms with branches whose outputs are states: they are solved for what they read"
  Real x(start = 0, fixed = true), y(start = 0), F(start = 0, fixed = true) "y = y(0) + t^2/2 = 3 x - 1";
  Real a(start = 1), b "The last branch, and what is assigned before and after it";
  Real u(start = 1, fixed = true), w, h;
  Real p(start = 1), s(start = 1, fixed = true) "s = 1 + 3 t, p^2 = s";
  Real q, r(start = 2, fixed = true) "r = 2 - 3 t: changes its branch at t = 2/3";
equation
  der(F) = 1;
  der(y) = F;
  der(u) = 2;
  b = 1.5*a;
  der(s) = 3;
  der(r) = -3;
algorithm
  if x > 1 then
    y := 2*x;
  else
    y := 3*x - 1;
  end if;
algorithm
  h := 0;
  if a > 10 then
    h := a;
    w := 0;
  elseif a > 5 then
    w := 2*a;
    h := w - a;
  else
    w := a;
    if w < 7 then
      h := h + w;
    else
      h := w;
    end if;
  end if;
  u := h;
algorithm
  if p > 0 then
    s := p*p;
  else
    s := -p*p;
  end if;
algorithm
  if q >= 0 then
    r := 2*q;
  else
    r := 3*q;
  end if;
end AlgorithmReversedBranches;
