//! run --stop 5 --tolerance 1e-8
//! run --stop 5 --tolerance 1e-8 --method radau
//! run --stop 5 --tolerance 1e-8 --method sdirk
//! run --stop 5 --tolerance 1e-8 --method cvode
//! run --stop 0.2408839 --tolerance 1e-8
//! stderr the constraints of
//! stderr depend on each other at this position (the best pivot vanishes)
//! stderr the motion goes on as it came
//! expect xb - xa = 2 within 2e-6
//! expect yb - ya = 0 within 2e-6
//! expect xa**2 + ya**2 = 1 within 2e-6
//! expect vxa**2 + vya**2 + 2*9.81*ya = 55.62 within 2e-5
model StatesChangePoint "A parallelogram of bars that turns over under gravity: where all bars are in one line it stays a parallelogram, and keeps its energy; also where the run ends there"
  parameter Real g = 9.81;
  Real xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1);
  Real vxa(start = -6), vya, vxb(start = -6), vyb, F1, F2, F3;
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F1*xa + F2*(xb - xa);
  der(vya) = -F1*ya + F2*(yb - ya) - g;
  der(vxb) = -F2*(xb - xa) - F3*(xb - 2);
  der(vyb) = -F2*(yb - ya) - F3*yb - g;
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + (yb - ya)^2 = 4;
  (xb - 2)^2 + yb^2 = 1;
end StatesChangePoint;
