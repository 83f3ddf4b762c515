//! run --stop 1 --tolerance 1e-8 --method bdf
//! run --stop 1 --tolerance 1e-8 --method sdirk
//! run --stop 1 --tolerance 1e-7 --method radau
//! run --stop 1 --tolerance 1e-8 --method cvode
//! expect x1**2 + y1**2 = 0.25 within 1e-9
//! expect (x2 - x1)**2 + (y2 - y1)**2 = 1 within 1e-9
//! expect 0.15*(vx1**2 + vy1**2) + 0.5*(vx2**2 + vy2**2) + 9.81*(0.3*y1 + y2) = 5.548059092312763 within 1e-4
//! expect x1*vx1 + y1*vy1 = 0 within 1e-7
model StartStandsStill "A rod that stands still at the start: corrections of a step that are rounding end it, however small speeds are"
  Real x1(start = -0.35355339059327373, fixed = true), y1(start = 0.35355339059327384, fixed = true);
  Real vx1(start = 0, fixed = true), vy1, F1;
  Real x2(start = -1.3535533905932737, fixed = true), y2(start = 0.35355339059327384, fixed = true);
  Real vx2, vy2(start = -1.441660641119638, fixed = true), F2;
equation
  der(x1) = vx1;
  0.3*der(vx1) = -F1*x1 + F2*(x2-x1);
  der(y1) = vy1;
  0.3*der(vy1) = -F1*y1 + F2*(y2-y1) - 2.943;
  x1^2+y1^2 = 0.25;
  der(x2) = vx2;
  der(vx2) = -F2*(x2-x1);
  der(y2) = vy2;
  der(vy2) = -F2*(y2-y1) - 9.81;
  (x2-x1)^2+(y2-y1)^2 = 1;
end StartStandsStill;
