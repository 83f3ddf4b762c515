//! run --stop 0.7 --tolerance 1e-8 --method rk8 --intervals 501
//! run --stop 0.7 --tolerance 1e-8 --method rk8 --intervals 505
//! run --stop 0.7 --tolerance 1e-8 --method rk8 --intervals 510
//! run --stop 0.7 --tolerance 1e-8 --method rk8 --intervals 520
//! stderr the motion begins as the speeds say
//! expect xa**2 + ya**2 = 4 within 1e-6
//! expect (vxa**2 + vya**2 + vxb**2 + vyb**2)/2 + 9.81*(ya + yb) = 112.5271184 within 1e-6
model DenseBranch "A crossed loop of bars that swings past the second position in one line: between the ends of the step before it an additional stage was on the branch of the parallelogram, and the rows were off by 1e-4"
  parameter Real g = 9.81;
  Real xa(start = 0, fixed = true), ya(start = 2), xb(start = 0), yb(start = 2.7);
  Real vxa(start = 5, fixed = true), vya, vxb(start = 135/13), vyb, F1, F2, F3;
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F1*xa + F2*(xb - xa);
  der(vya) = -F1*ya + F2*(yb - ya) - g;
  der(vxb) = -F2*(xb - xa) - F3*xb;
  der(vyb) = -F2*(yb - ya) - F3*(yb - 0.7) - g;
  xa^2 + ya^2 = 4;
  (xb - xa)^2 + (yb - ya)^2 = 0.49;
  xb^2 + (yb - 0.7)^2 = 4;
end DenseBranch;
