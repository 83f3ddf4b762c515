//! run --stop 3.7
//! run --stop 3.7 --tolerance 1e-8
//! run --stop 3.7 --intervals 20
//! run --stop 3.7 --method cvode
//! stderr the constraints of
//! stderr depend on each other at this position (the best pivot vanishes)
//! stderr (x^2 + y^2)^2 = 2*(x^2 - y^2)
//! stderr the motion goes on as it came
//! expect vx**2 + vy**2 = 4 within 1e-3
//! expect (x**2 + y**2)**2 = 2*(x**2 - y**2) within 1e-9
//! expect (1 if x < 0 and y < 0 else 0) if 0.95 < t < 1.83 else 1 = 1 within 0.1
//! expect (1 if x < 0 and y > 0 else 0) if 1.88 < t < 2.76 else 1 = 1 within 0.1
//! expect (1 if x > 0 and y < 0 else 0) if 2.8 < t else 1 = 1 within 0.1
//! expect x = sqrt(2) if abs(t - 3.7) < 1e-6 else x within 1e-3
model StatesDoublePoint "A bead on a lemniscate: it goes straight through the double point (a quarter of the length, 1.31103*sqrt(2), at speed 2: at 0.927037 and 2.781112), back at the start after 3.708149"
  Real x(start = sqrt(2)), y(start = 0), vx(start = 0), vy(start = 2), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = F*(4*x*(x^2 + y^2) - 4*x);
  der(vy) = F*(4*y*(x^2 + y^2) + 4*y);
  (x^2 + y^2)^2 = 2*(x^2 - y^2);
end StatesDoublePoint;
