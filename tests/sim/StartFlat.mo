//! run --stop 5 --tolerance 1e-8
//! run --stop 5 --tolerance 1e-8 --method radau
//! run --stop 5 --tolerance 1e-8 --method rk8
//! stderr the constraints of
//! stderr the motion begins as the speeds say
//! expect xb - xa = 2 within 2e-6
//! expect yb - ya = 0 within 2e-6
//! expect xa**2 + ya**2 = 1 within 2e-6
//! expect vxa**2 + vya**2 + 2*9.81*ya = 36 within 2e-3
//! final n = 51 within 0
model StartFlat "A parallelogram of bars that begins with all of them in one line: the speeds say that it stays a parallelogram; samples on the way"
  parameter Real g = 9.81;
  Real xa(start = 1), ya(start = 0), xb(start = 3), yb(start = 0);
  Real vxa, vya(start = 6, fixed = true), vxb, vyb(start = 6, fixed = true), F1, F2, F3;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0.1) then n = pre(n) + 1; end when;
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
end StartFlat;
