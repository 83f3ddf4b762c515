model Chain
  Real x1(start = -0.8660254037844384);
  Real vx1;
  Real y1;
  Real vy1(start = 0.2);
  Real F1, L1;
  Real x2(start = 3.3306690738754696e-16);
  Real vx2;
  Real y2;
  Real vy2(start = 0.2);
  Real F2, L2;
  Real E;
equation
  der(x1) = vx1;
  der(vx1) = -F1*x1 + F2*(x2 - x1);
  der(y1) = vy1;
  der(vy1) = -F1*y1 + F2*(y2 - y1) - 9.81;
  x1^2 + y1^2 = 1;
  L1 = sqrt(x1^2 + y1^2);
  der(x2) = vx2;
  der(vx2) = -F2*(x2 - x1);
  der(y2) = vy2;
  der(vy2) = -F2*(y2 - y1) - 9.81;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
  L2 = sqrt((x2 - x1)^2 + (y2 - y1)^2);
  E = (vx1^2 + vy1^2)/2 + 9.81*y1 + (vx2^2 + vy2^2)/2 + 9.81*y2;
end Chain;
