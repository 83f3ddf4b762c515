//! run --stop 2.3 --tolerance 1e-9
//! run --stop 2.3 --tolerance 1e-9 --method bdf
//! run --stop 2.3 --tolerance 1e-9 --method radau
//! run --stop 2.3 --tolerance 1e-9 --method ida
//! final n = 3 within 0
//! final t_flat = t_angle within 1e-7
//! final t_back = t_angle within 1e-7
//! final t_force = t_square within 1e-6
//! expect s**2 = 1 within 0
model StatesChangeEvents "Events at the position where all bars of a parallelogram are in one line, and just before it, come when they should: against those of a pendulum in its angle"
  parameter Real g = 9.81;
  Real xa(start = 0), ya(start = 1), xb(start = 2), yb(start = 1);
  Real vxa(start = -6), vya, vxb(start = -6), vyb, F1, F2, F3;
  Real th(start = 1.5707963267948966, fixed = true), w(start = 6, fixed = true);
  Real s = noEvent(if ya > 0 then 1 else -1) "Not interpolated";
  Integer n(start = 0, fixed = true);
  discrete Real t_flat(start = 0, fixed = true), t_back(start = 0, fixed = true), t_angle(start = 0, fixed = true);
  discrete Real t_force(start = 0, fixed = true), t_square(start = 0, fixed = true);
equation
  when ya < 0 then
    n = pre(n) + 1;
    t_flat = time;
  end when;
  when vxb > 0 then
    t_back = time;
  end when;
  when sin(th) < 0 then
    t_angle = time;
  end when;
  when F1 > 55.6 then
    t_force = time;
  end when;
  when w^2 - g*sin(th) > 55.6 then
    t_square = time;
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
end StatesChangeEvents;
