//! run --stop 3 --tolerance 1e-6
//! run --stop 3 --tolerance 1e-8 --method bdf
//! run --stop 3 --tolerance 1e-8 --method radau
//! run --stop 3 --tolerance 1e-8 --method ida
//! final n = 4 within 0
//! final k = 0 within 0
//! expect q = 1 within 1e-6
//! expect root**2 = max(ya, 0) within 1e-6
model StatesChangeQuotient "Quotients of what vanishes where all bars of a parallelogram are in one line are 1 there too, and make no events; the root of what vanishes is no polynomial"
  parameter Real g = 9.81;
  Real xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1);
  Real vxa(start = -6), vya, vxb(start = -6), vyb, F1, F2, F3;
  Real q = ya/yb, root = noEvent(sqrt(max(ya, 0)));
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  when ya < 0 then
    n = pre(n) + 1;
  end when;
  when {q < 0.9, yb/ya > 1.1} then
    k = pre(k) + 1;
  end when;
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
end StatesChangeQuotient;
