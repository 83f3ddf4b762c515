//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["j.phi"] = exp(-0.5*t)*(cos(sqrt(3.75)*t) + 0.5/sqrt(3.75)*sin(sqrt(3.75)*t)) within 1e-7
//! expect v["k.phi"] = cos(2*t) within 1e-7
//! expect v["l.w"] = 3*exp(-2*t) within 1e-7
//! expect v["d.s"] = 2*exp(-t)*(1 + t) within 1e-7
model LibTorsionPendulum "Spring, damper and both in parallel, turning and sliding"
  import Kron.Rotational.*;
  import Kron.Translational;
  Fixed wall;
  Inertia j(J = 0.5, phi(start = 1, fixed = true), w(start = 0, fixed = true));
  SpringDamper both(c = 2, d = 0.5);
  Inertia k(J = 0.5, phi(start = 1, fixed = true), w(start = 0, fixed = true));
  Spring spring(c = 2);
  Inertia l(J = 0.5, phi(start = 0, fixed = true), w(start = 3, fixed = true));
  Damper damper(d = 1);
  Translational.Fixed ground;
  Translational.Mass d(m = 2, s(start = 2, fixed = true), v(start = 0, fixed = true));
  Translational.SpringDamper critical(c = 2, d = 4);
equation
  connect(wall.flange, both.a);
  connect(both.b, j.a);
  connect(wall.flange, spring.a);
  connect(spring.b, k.a);
  connect(wall.flange, damper.a);
  connect(damper.b, l.a);
  connect(ground.flange, critical.a);
  connect(critical.b, d.a);
  annotation(experiment(StopTime = 5));
end LibTorsionPendulum;
