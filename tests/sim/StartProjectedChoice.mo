//! run --stop 0.5 --tolerance 1e-8
//! stderr not used: vx1 = -0.2
//! expect sqrt(x1**2 + y1**2) = 0.7 within 1e-6
//! expect sqrt((x2 - x1)**2 + (y2 - y1)**2) = 1 within 1e-6
//! expect 0.3*((vx1**2 + vy1**2)/2 + 9.81*y1) + (vx2**2 + vy2**2)/2 + 9.81*y2 = 9.81 + 0.9**2/2 within 0.02
model StartProjectedChoice "Positions that are given in part, and become those nearest to them: the first rod is nearly horizontal only there, where a speed along it says nothing about the motion"
  Real x1(start = -0.7), y1, vx1(start = -0.2), vy1, F1;
  Real x2, y2(start = 1), vx2(start = -0.9), vy2, F2;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  0.3*der(vx1) = -F1*x1 + F2*(x2 - x1);
  0.3*der(vy1) = -F1*y1 + F2*(y2 - y1) - 0.3*9.81;
  der(vx2) = -F2*(x2 - x1);
  der(vy2) = -F2*(y2 - y1) - 9.81;
  x1^2 + y1^2 = 0.49;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
end StartProjectedChoice;
