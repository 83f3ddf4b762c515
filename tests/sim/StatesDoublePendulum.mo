//! run --stop 200 --tolerance 1e-8
//! run --stop 200 --tolerance 1e-8 --method cvode
//! run --stop 200 --tolerance 1e-8 --method ida
//! expect x1**2 + y1**2 = 1 within 1e-7
//! expect (x2 - x1)**2 + (y2 - y1)**2 = 1 within 1e-7
//! expect x1*vx1 + y1*vy1 = 0 within 1e-6
//! expect 0.5*(vx1**2 + vy1**2 + vx2**2 + vy2**2) + 9.81*(y1 + y2) = 9.81*(0.8 + 0.8) within 5e-3
model StatesDoublePendulum "Two point masses in Cartesian coordinates, far over the top, for 200 s; two constraints in one set"
  parameter Real g = 9.81;
  Real x1(start = 0.6, fixed = true), y1(start = 0.8), vx1(start = 0, fixed = true), vy1;
  Real x2(start = 1.6, fixed = true), y2(start = 0.8), vx2, vy2(start = 0, fixed = true);
  Real F1, F2;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -F1*x1 + F2*(x2 - x1);
  der(vy1) = -F1*y1 + F2*(y2 - y1) - g;
  der(vx2) = -F2*(x2 - x1);
  der(vy2) = -F2*(y2 - y1) - g;
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
end StatesDoublePendulum;
