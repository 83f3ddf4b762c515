//! run --stop 5 --tolerance 1e-8
//! run --stop 5 --tolerance 1e-8 --method sdirk
//! stderr depend on each other at this position (the best pivot vanishes)
//! stderr the motion goes on as it came
//! expect vxa**2 + vya**2 + vxb**2 + vyb**2 + 2*9.81*(ya + yb) = 193.016616 within 0.02
model StatesKite "Bars of lengths 1, 2, 2 on a base of 1: they come into one line twice a turn, and there a bar might also stand still while the others turn"
  parameter Real g = 9.81, w = 6;
  Real xa(start = 0.5), ya(start = sqrt(3)/2), xb(start = 2.42705098312484), yb(start = 1.40125853844407);
  Real vxa(start = -w), vya(start = w/sqrt(3)), vxb, vyb, F1, F2, F3;
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F1*xa + F2*(xb - xa);
  der(vya) = -F1*ya + F2*(yb - ya) - g;
  der(vxb) = -F2*(xb - xa) - F3*(xb - 1);
  der(vyb) = -F2*(yb - ya) - F3*yb - g;
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + (yb - ya)^2 = 4;
  (xb - 1)^2 + yb^2 = 4;
end StatesKite;
