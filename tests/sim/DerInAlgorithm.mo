//! run --stop 1
//! expect v["v[1]"] = cos(t) - 2*t within 1e-6
//! expect v["v[2]"] = -2 within 1e-9
//! expect w = t*t*cos(t) + 2*t*sin(t) + 6*t within 1e-6
//! expect s = cos(t) + 6 within 1e-6
//! expect still = 0 within 1e-12
//! expect twice = -sin(t) within 1e-6
model DerInAlgorithm "der of expressions in statements: of arrays, products, elements in loops, of what does not move"
  parameter Real p[2] = {1, 2};
  Real a[2] = {sin(time), time}, b[2] = {time^2, 3*time}, v[2], w, s, still, twice;
algorithm
  if time >= 0 then
    v := der(a - b);
  end if;
  w := der(a*b);
  s := 0;
  for i in 1:2 loop
    s := s + der((if i == 1 then a[i] else b[i])*i);
  end for;
  s := s;
  still := sum(der(2*p));
  twice := der(der(a[1]));
end DerInAlgorithm;
