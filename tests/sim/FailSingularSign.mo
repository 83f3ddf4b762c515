//! run --stop 1
//! status 3
//! stderr m*der(vx) = -2*a*x*lam (
//! stderr der(vy) = 2*a*(x*der(vx) + vx^2) (
//! stderr with another value of a (it is 0.5), x (it is 1)
//! never what is multiplied by 0
model FailSingularSign "A ball in a bowl with the wrong sign of a force: 1 - 4*a^2*x^2 = 0 at the start"
  parameter Real a = 0.5, m = 1, g = 9.81;
  Real x(start = 1, fixed = true), y, vx(start = 0, fixed = true), vy, lam;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -2*a*x*lam;
  m*der(vy) = -m*g - lam;
  y = a*x^2;
end FailSingularSign;
