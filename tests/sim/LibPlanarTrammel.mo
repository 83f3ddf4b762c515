//! run --stop 5 --tolerance 1e-9
//! run --stop 5 --tolerance 1e-9 --method cvode
//! run --stop 5 --tolerance 1e-9 --method ida
//! expect v["across.s"] = -cos(p) within 1e-5
//! expect v["along.s"] = sin(p) within 1e-5
//! expect v["a.b.phi"] = p within 1e-5
//! expect hypot(v["rod.body.x"], v["rod.body.y"]) = 0.5 within 1e-8
//! expect hypot(v["across.s"], v["along.s"]) = 1 within 1e-8
model LibPlanarTrammel "A rod between two slides at right angles goes round: its centre runs on a circle"
  import Kron.Planar.*;
  inner World world;
  Fixed origin;
  Prismatic across(s(start = 0.6, fixed = true), v(start = 4, fixed = true));
  Prismatic along(direction = 1.5707963267948966, s(start = 0.8));
  Revolute a(phi(start = 2.2));
  Revolute b(phi(start = 2.2));
  Rod rod(l = 1, m = 2);
  // Energy m l^2/6 w^2 + m g l/2 sin p with across.s = -cos p
  Real p(start = 2.214297435588181, fixed = true), w(start = 5, fixed = true);
equation
  connect(origin.frame, across.a);
  connect(origin.frame, along.a);
  connect(across.b, a.a);
  connect(a.b, rod.a);
  connect(along.b, b.a);
  connect(b.b, rod.b);
  der(p) = w;
  2/3*der(w) = -9.80665*cos(p);
end LibPlanarTrammel;
