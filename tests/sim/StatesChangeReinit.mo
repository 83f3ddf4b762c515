//! run --stop 2 --tolerance 1e-8
//! run --stop 2 --tolerance 1e-8 --method bdf
//! run --stop 2 --tolerance 1e-8 --method radau
//! run --stop 2 --tolerance 1e-8 --method ida
//! expect xa = cos(th) within 1e-5
//! expect yb = sin(th) within 1e-5
//! expect vya = w*cos(th) within 1e-4
//! expect w**2/2 + 9.81*sin(th) = 27.81 - 0.375*before**2 within 1e-5
//! final n = 1 within 0
//! final q = 4 within 1e-6
model StatesChangeReinit "reinit just before the position where all bars of a parallelogram are in one line, and of a state of its own there"
  parameter Real g = 9.81;
  Real xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1);
  Real vxa(start = -6), vya, vxb(start = -6), vyb, F1, F2, F3;
  Real th(start = 1.5707963267948966, fixed = true), w(start = 6, fixed = true);
  Real q(start = 0, fixed = true) "Nothing depends on it";
  discrete Real before(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when time > 0.24 then
    reinit(vyb, 0.5*pre(vyb));
    reinit(w, 0.5*pre(w));
    before = pre(w);
    n = pre(n) + 1;
  end when;
  der(q) = 0;
  when sin(th) < 0 then
    reinit(q, 4);
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
  der(th) = w;
  der(w) = -g*cos(th);
end StatesChangeReinit;
