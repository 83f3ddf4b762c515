//! run --tolerance 1e-10
//! run --tolerance 1e-10 --method cvode
//! run --tolerance 1e-10 --method ida
//! expect (v["p.x"] + 3*v["q.x"])/4 = 0.75*0.6*2 + t within 1e-7
//! expect (v["p.y"] + 3*v["q.y"])/4 = 0.75*0.8*2 + 2*t - 9.80665*t**2/2 within 1e-7
//! expect v["spring.length"] = 1.5 + 0.5*cos(t*sqrt(12/0.75)) within 1e-7
//! expect v["q.x"] - v["p.x"] = 0.6*(1.5 + 0.5*cos(4*t)) within 1e-7
//! expect v["both.length"] = 1 + exp(-t)*(1 + t) within 1e-7
//! expect v["damper.f"] = 2*v["speed"] within 1e-9
//! expect v["r.vx"] = 3*exp(-2*t) within 1e-7
//! expect v["p.phi"] = t within 1e-9
model LibPlanarSpring "Two bodies on a line spring fall; critical damping; a damper"
  import Kron.Planar.*;
  // Reduced mass 1*3/4, stiffness 12: 4 rad/s along the line, whatever the line does
  inner World world;
  Body p(m = 1, J = 1, x(start = 0, fixed = true), y(start = 0, fixed = true), phi(start = 0, fixed = true),
    vx(start = 1, fixed = true), vy(start = 2, fixed = true), w(start = 1, fixed = true));
  Body q(m = 3, J = 1, x(start = 1.2, fixed = true), y(start = 1.6, fixed = true), phi(start = 0, fixed = true),
    vx(start = 1, fixed = true), vy(start = 2, fixed = true), w(start = 0, fixed = true));
  Spring spring(c = 12, l0 = 1.5);
  // Guided along x, so that gravity is carried: c = 2, d = 4, m = 2
  Fixed wall;
  SpringDamper both(c = 2, d = 4, l0 = 1);
  Prismatic guide(s(start = 2, fixed = true), v(start = 0, fixed = true));
  Body b(m = 2, J = 1);
  Damper damper(d = 2);
  Prismatic rail(s(start = 1, fixed = true), v(start = 3, fixed = true));
  Body r(m = 1, J = 1);
  Real speed = der(damper.length);
equation
  connect(p.frame, spring.a);
  connect(spring.b, q.frame);
  connect(wall.frame, both.a);
  connect(both.b, b.frame);
  connect(wall.frame, guide.a);
  connect(guide.b, b.frame);
  connect(wall.frame, damper.a);
  connect(damper.b, r.frame);
  connect(wall.frame, rail.a);
  connect(rail.b, r.frame);
  annotation(experiment(StopTime = 4));
end LibPlanarSpring;
