//! run --stop 0
//! final xa = 0 within 1e-9
//! final xb = 1.4472135955 within 1e-9
//! final ya**2 = 1 within 1e-9
//! final yb**2 = 1.9444271910 within 1e-8
model StartPartsOfLoop "A loop of bars with guesses for two of four positions: the others are found where these hold, not where the bars are in one line"
  Real xa(start = 0), ya, xb(start = 1.4472135955), yb;
  Real vxa, vya, vxb, vyb, F[3];
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F[1]*xa - F[2]*(xa - xb);
  der(vya) = -F[1]*ya - F[2]*(ya - yb) - 9.81;
  der(vxb) = -F[2]*(xb - xa) - F[3]*(xb - 2);
  der(vyb) = -F[2]*(yb - ya) - F[3]*yb - 9.81;
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + (yb - ya)^2 = 2.25;
  (xb - 2)^2 + yb^2 = 2.25;
end StartPartsOfLoop;
