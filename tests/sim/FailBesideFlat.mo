//! run --stop 0.4 --tolerance 1e-8
//! status 3
//! stderr the best pivot vanishes
model FailBesideFlat "A parallelogram of bars at rest, 1e-10 off the position with all of them in one line: its motion is lost in rounding (it ran with any energy)"
  parameter Real e = 1.1277e-10;
  Real xa(start = -cos(e)), ya(start = sin(e)), xb(start = 2 - cos(e)), yb(start = sin(e));
  Real vxa(start = 0), vya(start = 0), vxb(start = 0), vyb(start = 0), F1, F2, F3;
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F1*xa + F2*(xb - xa);
  der(vya) = -F1*ya + F2*(yb - ya) - 9.81;
  der(vxb) = -F2*(xb - xa) - F3*(xb - 2);
  der(vyb) = -F2*(yb - ya) - F3*yb - 9.81;
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + (yb - ya)^2 = 4;
  (xb - 2)^2 + yb^2 = 1;
end FailBesideFlat;
