//! run --stop 2
//! run --stop 2 --method ida
//! run --stop 2 --method bdf
//! run --stop 2 --method sdirk
//! expect s = 10*(1 + t) within 1e-9
//! expect biggest = 4*(1 + t) within 1e-9
//! expect n = 4 within 0
//! expect q = 2*(1 + t) + 1 within 1e-9
//! expect x = t + t**2/2 within 1e-6
model Algorithms "Sections with loops, branches, values that are overwritten, two in one model"
  Real a[4], s, biggest, q, u, x(start = 0, fixed = true);
  Integer n;
algorithm
  s := 0;
  n := 0;
  biggest := -1;
  for i in 1:size(a, 1) loop
    a[i] := i*u;
    s := s + a[i];
    if a[i] > biggest then
      biggest := a[i];
    end if;
    n := n + 1;
  end for;
algorithm
  q := u;
  q := q + u;
  q := q + 1;
equation
  u = 1 + time;
  der(x) = biggest/4;
end Algorithms;
