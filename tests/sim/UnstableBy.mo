//! run --stop 10
//! stderr it does not grow with a positive d (it is -4)
model UnstableBy "the rate is -d/(2*m), whatever c is"
  parameter Real d = -4, c = 100, m = 1;
  Real x(start = 0.1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  m*der(v) = -c*x - d*v;
end UnstableBy;
