//! run --stop 2 --tolerance 1e-8
//! run --stop 2 --tolerance 1e-8 --method bdf
//! run --stop 2 --tolerance 1e-6 --method sdirk
//! run --stop 2 --tolerance 1e-8 --set at=0.24
//! run --stop 2 --tolerance 1e-8 --set at=0.24088 --method radau
//! run --stop 2 --tolerance 1e-9 --set at=0.24088 --method bdf
//! run --stop 2 --tolerance 1e-8 --set at=0.2409 --method ida
//! expect xa = cos(th) within 1e-5
//! expect yb = sin(th) within 1e-5
//! expect vya = w*cos(th) within 1e-4
model StatesChangeCourse "A force that begins where all bars of a parallelogram are in one line, or some time before or behind it: each mass goes as a pendulum in its angle does"
  parameter Real f = 20, at = 0 "When the force begins; 0: whenever it is above the line";
  parameter Real g = 9.81;
  Real xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1);
  Real vxa(start = -6), vya, vxb(start = -6), vyb, F1, F2, F3;
  Real th(start = 1.5707963267948966, fixed = true), w(start = 6, fixed = true);
  Real fb = if at > 0 then (if time > at then f else 0) else if ya > 0 then f else 0;
  Real fr = if at > 0 then (if time > at then f else 0) else if sin(th) > 0 then f else 0;
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F1*xa + F2*(xb - xa);
  der(vya) = -F1*ya + F2*(yb - ya) - g + fb;
  der(vxb) = -F2*(xb - xa) - F3*(xb - 2);
  der(vyb) = -F2*(yb - ya) - F3*yb - g + fb;
  xa^2 + ya^2 = 1;
  (xb - xa)^2 + (yb - ya)^2 = 4;
  (xb - 2)^2 + yb^2 = 1;
  der(th) = w;
  der(w) = (fr - g)*cos(th);
end StatesChangeCourse;
