//! run --stop 1
//! status 3
//! stderr by x^2 + y^2 = L^2 (
//! stderr where x(start = 1), y(start = 1)
//! stderr choose start values that meet it
model FixedOffConstraint "both positions of a pendulum are fixed, off its circle"
  parameter Real L = 1, g = 9.81;
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
  Real vx(start = 0), vy(start = 0), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x/L;
  der(vy) = -F*y/L - g;
  x^2 + y^2 = L^2;
end FixedOffConstraint;
