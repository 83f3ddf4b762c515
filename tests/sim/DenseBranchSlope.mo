//! run --stop 2.5 --intervals 625 --tolerance 1e-8 --method rk8
//! run --stop 2.5 --intervals 625 --tolerance 2.974e-9
//! expect (0.5129812269101324*vxa**2/2 + 0.5129812269101324*vya**2/2 + 2.855421061004439*vxb**2/2 + 2.855421061004439*vyb**2/2 - (-0.02631621078589267)*xa - (0.08119329889671607)*ya - (-0.14648462474248466)*xb - (0.451948421345889)*yb)/0.145082564608563 = 1 within 1e-6
model DenseBranchSlope "A small loop of bars: an additional stage of the dense output was on another branch, with a slope that was off by less than a twentieth, and rows by 1e-4"
  Real yb(start = -0.18569946544833132);
  Real xa(start = 0.14893333475665918);
  Real xb(start = 0.15154823831006653);
  Real vxa(start = 0.06168870148339246);
  Real vya(start = -0.04193035352943323);
  Real ya(start = -0.1762109559742983);
  Real vxb(start = 0.11290006878492287);
  Real vyb(start = -0.027817200489106193);
  Real F[3];
equation
  0.5129812269101324*der(vya) = -F[1]*(ya - (-0.15644378522898122)) - F[2]*(ya - yb) + (0.08119329889671607);
  (xb - (0.1587564812355617))^2 + (yb - (-0.15644378522898122))^2 = 0.0009078535911698246;
  der(xa) = vxa;
  2.855421061004439*der(vyb) = -F[2]*(yb - ya) - F[3]*(yb - (-0.15644378522898122)) + (0.451948421345889);
  (xa - (0.16236925475006272))^2 + (ya - (-0.15644378522898122))^2 = 0.0005712649853436609;
  der(yb) = vyb;
  der(xb) = vxb;
  0.5129812269101324*der(vxa) = -F[1]*(xa - (0.16236925475006272)) - F[2]*(xa - xb) + (-0.02631621078589267);
  2.855421061004439*der(vxb) = -F[2]*(xb - xa) - F[3]*(xb - (0.1587564812355617)) + (-0.14648462474248466);
  (xb - xa)^2 + (yb - ya)^2 = 9.686953263243692e-05;
  der(ya) = vya;
end DenseBranchSlope;
