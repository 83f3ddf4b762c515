//! run --stop 0.7 --intervals 500 --tolerance 1e-8
//! expect (xa - xb)**2 + (ya - yb)**2 = 2.25 within 1e-8
//! expect (vxa**2 + vya**2 + vxb**2 + vyb**2)/2 = 166.2287 within 1e-5
model PassingRow "A crossed loop of bars beside its flat position: a row nearer to that than the motion is evaluated has the lengths of all bars"
  Real xa(start = -0.009845139546390618);
  Real vxa(start = 2.3998182554197327);
  Real ya(start = -0.7999394184732442);
  Real vya(start = -0.029535418639171855);
  Real xb(start = 0.07412865467081095);
  Real vxb(start = -18.04025284362976);
  Real yb(start = 0.6977082042620797);
  Real vyb(start = 1.1165488125243908);
  Real F[3], N;
equation
  der(xa) = vxa;
  der(vxa) = - F[1]*(xa - (0)) - F[2]*(xa - xb);
  der(ya) = vya;
  der(vya) = - F[1]*(ya - (0)) - F[2]*(ya - yb) - 0;
  der(xb) = vxb;
  der(vxb) = - F[2]*(xb - xa) - F[3]*(xb - (0));
  der(yb) = vyb;
  der(vyb) = - F[2]*(yb - ya) - F[3]*(yb - (-0.5)) - 0;
  (xa - (0))^2 + (ya - (0))^2 = 0.6400000000000001;
  (xb - xa)^2 + (yb - ya)^2 = 2.25;
  (xb - (0))^2 + (yb - (-0.5))^2 = 1.44;
  N = 0;
end PassingRow;
