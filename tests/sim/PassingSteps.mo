//! run --stop 3 --tolerance 1e-9
//! run --stop 3 --tolerance 1e-8
//! stderr the motion goes on as it came
//! expect (xb - xa)**2 + (yb - ya)**2 = 4 within 1e-7
//! expect (xb - 1.5)**2 + yb**2 = 4 within 1e-7
//! expect (vxa**2 + vya**2 + vxb**2 + vyb**2)/2 + 9.81*(ya + yb) = 155.587319 within 2e-5
model PassingSteps "A loop of bars that is flat three times: steps that would reach over these positions, with stages on any branch behind them, end before"
  Real xa(start = 1.0450748951070223), ya(start = 2.2710831036351458);
  Real xb(start = -0.32628632272449143), yb(start = 0.8152780307535916);
  Real vxa(start = -13.626498621810875), vya(start = 6.270449370642134);
  Real vxb(start = -2.0633232750717907), vyb(start = -4.622004928968356);
  Real F[3];
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F[1]*xa - F[2]*(xa - xb);
  der(vya) = -F[1]*ya - F[2]*(ya - yb) - 9.81;
  der(vxb) = -F[2]*(xb - xa) - F[3]*(xb - 1.5);
  der(vyb) = -F[2]*(yb - ya) - F[3]*yb - 9.81;
  xa^2 + ya^2 = 6.25;
  (xb - xa)^2 + (yb - ya)^2 = 4;
  (xb - 1.5)^2 + yb^2 = 4;
end PassingSteps;
