//! run --stop 0.5 --tolerance 1e-8
//! expect x1**2 + y1**2 = 1.3142587315605**2 within 1e-8
//! expect (x2 - x1)**2 + (y2 - y1)**2 = 2.301838184408799**2 within 1e-8
//! expect (x2 - 1.5221644077584886)**2 + y2**2 = 0.5345849549101898**2 within 1e-8
//! expect (vx1**2 + vy1**2 + vx2**2 + vy2**2)/2 + 9.81*(y1 + y2) - e0 = 0 within 1e-5
model StartFlatByChance "A linkage that can be flat, with start values for some positions: what is not given does not end where the motion is open"
  parameter Real a = 1.3142587315605, b = 2.301838184408799, c = 0.5345849549101898, d = 1.5221644077584886, start1 = -2.4e-16, start2 = 1.3924873005735994;
  Real x1(start = start1), y1, vx1(start = 0), vy1(start = 0), x2(start = start2), y2, vx2(start = 0), vy2(start = 0), F[3];
  output Real e0;
equation
  when initial() then
    e0 = (vx1^2 + vy1^2 + vx2^2 + vy2^2)/2 + 9.81*(y1 + y2);
  end when;
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -F[1]*x1 + F[2]*(x2 - x1);
  der(vy1) = -F[1]*y1 + F[2]*(y2 - y1) - 9.81;
  der(vx2) = -F[2]*(x2 - x1) - F[3]*(x2 - d);
  der(vy2) = -F[2]*(y2 - y1) - F[3]*y2 - 9.81;
  x1^2 + y1^2 = a^2;
  (x2 - x1)^2 + (y2 - y1)^2 = b^2;
  (x2 - d)^2 + y2^2 = c^2;
end StartFlatByChance;
