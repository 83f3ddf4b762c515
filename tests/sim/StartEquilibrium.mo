//! run --stop 1
//! expect x = 0 within 1e-6
//! expect y = -2 within 1e-6
//! expect F = 3*9.81 within 1e-6
//! expect x2 = 0 within 1e-6
//! expect y2 = 1.5 within 1e-6
//! expect F2 = -9.81/1.5 within 1e-6
model StartEquilibrium "S14: at rest near the given position; 0 for the forces is nearer to x = 2, which is no rest"
  parameter Real L = 2, m = 3;
  Real x(start = 0.2), y(start = -1.9), vx, vy, F;
  Real x2(start = -0.7), y2(start = 1.2), vx2, vy2, F2;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/L;
  m*der(vy) = -F*y/L - m*9.81;
  x^2 + y^2 = L^2;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx2) = -F2*x2;
  der(vy2) = -F2*y2 - 9.81;
  x2^2 + y2^2 = 1.5^2;
initial equation
  der(x) = 0;
  der(vx) = 0;
  vx2 = 0;
  der(vx2) = 0;
end StartEquilibrium;
