//! run --stop 1.2 --tolerance 1e-8
//! run --stop 1.2 --tolerance 1e-10 --method sdirk
//! run --stop 1.2
//! run --stop 1.2 --tolerance 1e-5 --method bdf
//! run --stop 1.2 --tolerance 1e-6 --method ida
//! expect vx1**2 + vy1**2 + vx2**2 + vy2**2 = 6.250000000000002 within 1e-4
//! expect (x2 - x1)**2 + (y2 - y1)**2 = 0.0025 within 1e-9
//! expect (x2 - 0.050005)**2 + y2**2 = 4 within 1e-7
//! final y1 = 0.4082891282 within 5e-5
//! final y2 = 0.4083131318 within 5e-5
model PassingBeside "Nearly a parallelogram, which is never flat: its pivots do not vanish, which takes a smaller tolerance than the one asked for. Without forces it goes along the curve of its positions at one speed: by arc length"
  Real x1(start = 1.2991003596588067), y1(start = 1.5206374503918936), vx1, vy1;
  Real x2(start = 1.2893939756072386), y2(start = 1.56968626392131), vx2(start = 1.4092666514200445), vy2, F[3];
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -F[1]*x1 - F[2]*(x1 - x2);
  der(vy1) = -F[1]*y1 - F[2]*(y1 - y2);
  der(vx2) = -F[2]*(x2 - x1) - F[3]*(x2 - 0.050005);
  der(vy2) = -F[2]*(y2 - y1) - F[3]*y2;
  x1^2 + y1^2 = 4;
  (x2 - x1)^2 + (y2 - y1)^2 = 0.0025;
  (x2 - 0.050005)^2 + y2^2 = 4;
end PassingBeside;
