//! run --stop 1
//! status 3
//! stderr fixed start values contradict each other and the constraints: xa = 1.001 (it is 1
model FailFixedFlat "Bars in one line whose fixed places do not fit: these values are named, not that the bars are in one line"
  Real xa(start = 1.001, fixed = true), ya(start = 0, fixed = true), xb(start = 3, fixed = true), yb(start = 0, fixed = true);
  Real vxa, vya, vxb, vyb, F1, F2, F3;
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
end FailFixedFlat;
