//! run --stop 3 --tolerance 1e-7
//! run --stop 3 --tolerance 6e-8
//! expect vxa**2 + vya**2 = 625 within 1e-5
//! expect xb - xa = 0.5 within 1e-5
//! expect yb - ya = 0 within 1e-5
model PassingSlender "A slender parallelogram that turns at 10 rad/s without forces: it is flat ten times, and stays one, with the speed it has"
  Real xa(start = 2.0706117562190203), ya(start = 1.4009164696753282), xb(start = 2.57061175621902), yb(start = 1.4009164696753278);
  Real vxa(start = -14.009164696753283), vya(start = 20.7061175621902), vxb(start = -14.009164696753285), vyb(start = 20.706117562190208), F[3];
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  2*der(vxa) = -F[1]*xa - F[2]*(xa - xb);
  2*der(vya) = -F[1]*ya - F[2]*(ya - yb);
  0.5*der(vxb) = -F[2]*(xb - xa) - F[3]*(xb - 0.5);
  0.5*der(vyb) = -F[2]*(yb - ya) - F[3]*yb;
  xa^2 + ya^2 = 6.25;
  (xb - xa)^2 + (yb - ya)^2 = 0.25;
  (xb - 0.5)^2 + yb^2 = 6.25;
end PassingSlender;
