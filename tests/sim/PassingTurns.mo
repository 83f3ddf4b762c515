//! run --stop 0.7 --tolerance 1e-8
//! run --stop 0.7 --tolerance 1e-10 --method cvode
//! run --stop 0.7 --tolerance 1e-8 --method sdirk
//! run --stop 0.7 --tolerance 1e-7 --method radau
//! run --stop 0.7 --tolerance 1e-9 --method ida
//! stderr the motion begins as the speeds say
//! expect (xb - xa)**2 + (yb - ya)**2 = 0.000625 within 1e-9
//! expect (xb - 0.03)**2 + yb**2 = 0.000225 within 1e-9
//! expect (vxa**2 + vya**2 + vxb**2 + vyb**2)/2 + 9.81*(ya + yb) = 6.07427941e-05 within 1e-7
model PassingTurns "A small loop of bars that comes back to its flat position so slowly that it turns round just behind it, and passes it once more"
  Real xa(start = -0.01), ya(start = 0), xb(start = 0.015), yb(start = 0);
  Real vxa(start = 0), vya(start = -0.01), vxb(start = 0), vyb(start = 0.004635254915624213);
  Real F[3];
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F[1]*xa - F[2]*(xa - xb);
  der(vya) = -F[1]*ya - F[2]*(ya - yb) - 9.81;
  der(vxb) = -F[2]*(xb - xa) - F[3]*(xb - 0.03);
  der(vyb) = -F[2]*(yb - ya) - F[3]*yb - 9.81;
  xa^2 + ya^2 = 0.0001;
  (xb - xa)^2 + (yb - ya)^2 = 0.000625;
  (xb - 0.03)^2 + yb^2 = 0.000225;
end PassingTurns;
