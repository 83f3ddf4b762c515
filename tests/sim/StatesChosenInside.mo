//! run --stop 2 --intervals 500 --tolerance 7.093e-7 --method rk8
//! run --stop 2 --intervals 500 --tolerance 1e-8
//! expect (1.7012761001043744*vxa**2/2 + 1.7012761001043744*vya**2/2 + 0.5186840224126053*vxb**2/2 + 0.5186840224126053*vyb**2/2 - (-201.58131597726683)*xa - (-156.0277787729702)*ya - (-61.45798898127146)*xb - (-47.569654271345634)*yb)/17698.0444229593 = 1 within 2e-5
model StatesChosenInside "Bars of a loop, one of which turns over quickly: other states are taken inside of steps, with the values at the end of a step that ends there. The one by which the step was found was off by a thousandth of the energy"
  Real vya(start = 1.4977590285597937);
  Real vyb(start = 50.8950593975403);
  Real xb(start = 37.33277619649018);
  Real vxa(start = -146.1244688563872);
  Real xa(start = 32.547160256630924);
  Real yb(start = -72.16377148557918);
  Real ya(start = -70.73347926260514);
  Real vxb(start = -131.36094093405612);
  Real F[3];
equation
  0.5186840224126053*der(vyb) = -F[2]*(yb - ya) - F[3]*(yb - (-56.27441191411609)) + (-47.569654271345634);
  der(ya) = vya;
  1.7012761001043744*der(vya) = -F[1]*(ya - (-34.359568479160785)) - F[2]*(ya - yb) + (-156.0277787729702);
  1.7012761001043744*der(vxa) = -F[1]*(xa - (32.919988665906274)) - F[2]*(xa - xb) + (-201.58131597726683);
  0.5186840224126053*der(vxb) = -F[2]*(xb - xa) - F[3]*(xb - (43.48901939502555)) + (-61.45798898127146);
  der(xb) = vxb;
  (xb - (43.48901939502555))^2 + (yb - (-56.27441191411609))^2 = 290.37107791075863;
  (xb - xa)^2 + (yb - ya)^2 = 24.947855766935003;
  der(xa) = vxa;
  (xa - (32.919988665906274))^2 + (ya - (-34.359568479160785))^2 = 1323.2003867047329;
  der(yb) = vyb;
end StatesChosenInside;
