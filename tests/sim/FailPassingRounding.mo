//! run --stop 1.5 --tolerance 1e-10
//! status 3
//! stderr the best pivot vanishes
model FailPassingRounding "A slider-crank that turns back 1e-5 beside its flat position: accelerations are lost in rounding there (it went on with 1e13 times its energy)"
  Real xa(start = 0.54030230586813977), ya(start = 0.8414709848078965), xb(start = 1.0806046119213602);
  Real vxa(start = -3), vya, vxb, F1, F2;
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(vxa) = -F1*xa + F2*(xb - xa);
  der(vya) = -F1*ya - F2*ya - 9.81;
  der(vxb) = -F2*(xb - xa);
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + ya^2 = (1 + 1e-10)^2;
end FailPassingRounding;
