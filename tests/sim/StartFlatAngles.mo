//! run --stop 0.4 --tolerance 1e-8
//! status 3
//! stderr depend on each other at this position
model StartFlatAngles "Four equal bars in one line at rest, by angles: sin(pi) is not 0, and that decides nothing"
  constant Real pi = 3.141592653589793;
  Real p1(start = pi), p2(start = pi), p3(start = 0), w1, w2, w3, F1, F2, F3, F4;
  Real x1, y1, x2, y2, vx1, vy1, vx2, vy2;
equation
  der(p1) = w1;
  der(p2) = w2;
  der(p3) = w3;
  x1 = cos(p1);
  y1 = sin(p1);
  x2 = x1 + cos(p2);
  y2 = y1 + sin(p2);
  x2 + cos(p3) = -1;
  y2 + sin(p3) = 0;
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -F1*cos(p1) + F2*cos(p2);
  der(vy1) = -F1*sin(p1) + F2*sin(p2) - 9.81;
  der(vx2) = -F2*cos(p2) + F3*cos(p3);
  der(vy2) = -F2*sin(p2) + F3*sin(p3) - 9.81;
  F4 = F1 + F3;
end StartFlatAngles;
