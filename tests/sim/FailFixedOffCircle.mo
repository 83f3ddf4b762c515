//! run --stop 1
//! status 3
//! stderr at the start the fixed value of x
//! stderr larger L (it is 1
//! never what is chosen
model FailFixedOffCircle "A pendulum that begins outside of its length"
  parameter Real L = 1;
  Real x(start = 1.6, fixed = true), y(start = -0.8), vx(start = 0, fixed = true), vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = L^2;
end FailFixedOffCircle;
