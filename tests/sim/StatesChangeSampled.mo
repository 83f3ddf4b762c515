//! run --stop 2 --tolerance 3e-8
//! run --stop 2 --tolerance 6.13e-9
//! run --stop 2 --tolerance 1.411e-8
//! run --stop 2 --tolerance 7.476e-8
//! run --stop 2 --tolerance 1e-8 --method bdf
//! run --stop 2 --tolerance 6.13e-9 --method bdf
//! run --stop 2 --tolerance 7.565e-9 --method bdf
//! run --stop 2 --tolerance 1e-10 --method mixed
//! run --stop 2 --tolerance 5.623e-9 --method ida
//! run --stop 2 --tolerance 7.476e-8 --method sdirk
//! stderr the constraints of
//! stderr depend on each other at this position (the best pivot vanishes)
//! stderr the motion goes on as it came
//! expect xb - xa = 2 within 2e-6
//! expect yb - ya = 0 within 2e-6
//! expect xa**2 + ya**2 = 1 within 2e-6
//! expect vxa**2 + vya**2 + 2*9.81*ya = 55.62 within 2e-5
//! final n = 5001 within 0
model StatesChangeSampled "The same with samples so often that some of them fall on the way past the change point: they all come, and change nothing"
  parameter Real g = 9.81;
  Real xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1);
  Real vxa(start = -6), vya, vxb(start = -6), vyb, F1, F2, F3;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0.0004) then n = pre(n) + 1; end when;
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
end StatesChangeSampled;
