//! run --stop 0.3 --tolerance 1e-8
//! expect x1**2 + y1**2 = 0.12 within 1e-8
//! expect (x2 - x1)**2 + (y2 - y1)**2 = 1 within 1e-8
//! expect (x3 - x2)**2 + (y3 - y2)**2 = 2.2 within 1e-8
//! expect (x4 - x3)**2 + (y4 - y3)**2 = 4 within 1e-8
//! expect (x5 - x4)**2 + (y5 - y4)**2 = 0.25 within 1e-8
//! expect (x6 - x5)**2 + (y6 - y5)**2 = 1 within 1e-8
//! expect E - e0 = 0 within 1e-4
//! stderr not used
model StartFarOff "A chain whose guesses are hundreds of lengths away"
  Real x1, y1, x2, y2, x3(start = 1e-9), y3, x4(start = -1000), y4(start = 100), x5, y5(start = 0), x6, y6(start = 100);
  Real vx1, vy1, vx2, vy2, vx3, vy3, vx4, vy4, vx5, vy5, vx6, vy6, F[6], E, e0;
equation
  when initial() then
    e0 = E;
  end when;
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(x3) = vx3;
  der(y3) = vy3;
  der(x4) = vx4;
  der(y4) = vy4;
  der(x5) = vx5;
  der(y5) = vy5;
  der(x6) = vx6;
  der(y6) = vy6;
  2.6*der(vx1) = -F[1]*x1 + F[2]*(x2 - x1);
  2.6*der(vy1) = -F[1]*y1 + F[2]*(y2 - y1) - 2.6*9.81;
  4*der(vx2) = -F[2]*(x2 - x1) + F[3]*(x3 - x2);
  4*der(vy2) = -F[2]*(y2 - y1) + F[3]*(y3 - y2) - 4*9.81;
  der(vx3) = -F[3]*(x3 - x2) + F[4]*(x4 - x3);
  der(vy3) = -F[3]*(y3 - y2) + F[4]*(y4 - y3) - 1*9.81;
  3.4*der(vx4) = -F[4]*(x4 - x3) + F[5]*(x5 - x4);
  3.4*der(vy4) = -F[4]*(y4 - y3) + F[5]*(y5 - y4) - 3.4*9.81;
  der(vx5) = -F[5]*(x5 - x4) + F[6]*(x6 - x5);
  der(vy5) = -F[5]*(y5 - y4) + F[6]*(y6 - y5) - 1*9.81;
  der(vx6) = -F[6]*(x6 - x5);
  der(vy6) = -F[6]*(y6 - y5) - 1*9.81;
  x1^2 + y1^2 = 0.12;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
  (x3 - x2)^2 + (y3 - y2)^2 = 2.2;
  (x4 - x3)^2 + (y4 - y3)^2 = 4;
  (x5 - x4)^2 + (y5 - y4)^2 = 0.25;
  (x6 - x5)^2 + (y6 - y5)^2 = 1;
  E = 2.6*((vx1^2 + vy1^2)/2 + 9.81*y1) + 4*((vx2^2 + vy2^2)/2 + 9.81*y2) + 1*((vx3^2 + vy3^2)/2 + 9.81*y3) + 3.4*((vx4^2 + vy4^2)/2 + 9.81*y4) + 1*((vx5^2 + vy5^2)/2 + 9.81*y5) + 1*((vx6^2 + vy6^2)/2 + 9.81*y6);
end StartFarOff;
