//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --method ida
//! run --stop 1 --tolerance 1e-9 --method sdirk
//! final  x = 1 - tanh(1) within 1e-7
//! final  y = 0.5 within 1e-7
//! final  z = 0.8 + 0.6 + 0.4 within 1e-7
//! final  q = 0.05 + 2*0.6 within 1e-7
//! final  n = 4 within 0
//! final  p = 0.7 within 1e-7
//! events time=6 state=5
model TimeEventPlace "An instant in an algorithm is that of the values at its place"
  Integer k, i, m, j;
  Real s, r, w, h;
  discrete Real next(start = 0.25, fixed = true), late(start = 0.1, fixed = true), u;
  discrete Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  Real q(start = 0, fixed = true), p(start = 0, fixed = true);
algorithm // before and after: searched; before alone: computed
  k := 1;
  s := 0;
  if time >= tanh(k) then
    s := 1;
  end if;
  k := k*5;
  u := 0;
  if time >= k/10 then
    u := 1;
  end if;
algorithm // after alone: computed with the values at the entry
  when time >= next then
    next := next + 0.25;
    n := n + 1;
  end when;
algorithm // one place of the text, three of the program
  m := 0;
  r := 0;
  for c in 1:3 loop
    m := m + 2;
    if time >= m/10 then
      r := r + 1;
    end if;
  end for;
  m := 9;
algorithm // assigned in some branches only
  j := 30;
  w := 0;
  if time > 0.1 then
    j := 40;
  elseif time >= (j - 25)/100 then
    w := 1;
  end if;
  w := if time < j/100 then w else 2;
  j := 90;
algorithm // what was assigned at an event holds from then on
  h := 0;
  if time >= late then
    h := 1;
  end if;
  when time >= 0.05 then
    late := 0.3;
  end when;
equation
  i = k + m + j;
  der(x) = s;
  der(y) = u;
  der(z) = r;
  der(q) = w;
  der(p) = h;
end TimeEventPlace;
