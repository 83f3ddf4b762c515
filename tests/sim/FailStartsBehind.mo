//! run --stop 5000
//! status 3
//! stderr `r` is 0 by r = sqrt(x^2 + y^2) (
//! stderr choose start values of `x`, `y` for which `r^3` is not 0
model FailStartsBehind
  parameter Real mu = 3.986e14;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), vx(start = 0, fixed = true), vy(start = 7.5e3, fixed = true);
  Real r;
equation
  r = sqrt(x^2 + y^2);
  der(x) = vx;
  der(y) = vy;
  der(vx) = -mu*x/r^3;
  der(vy) = -mu*y/r^3;
end FailStartsBehind;
