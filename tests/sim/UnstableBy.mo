//! run --stop 10
//! stderr it grows more slowly with larger d (it is -4), larger m (it is 1)
model UnstableBy "the rate is -d/(2*m), whatever c is"
  parameter Real d = -4, c = 100, m = 1;
  Real x(start = 0.1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  m*der(v) = -c*x - d*v;
end UnstableBy;
