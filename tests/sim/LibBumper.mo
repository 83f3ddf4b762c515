//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["m.v"] = (2 if t < 0.5 else 2*cos(10*(t - 0.5))) if t < 0.5 + pi/10 else -2 within 1e-6
//! expect v["m.s"] = (2*t if t < 0.5 else 1 + 0.2*sin(10*(t - 0.5))) if t < 0.5 + pi/10 else 1 - 2*(t - 0.5 - pi/10) within 1e-6
//! events state=2 time=0
model LibBumper "A body meets an elastic stop at 0.5 s and leaves it half a period later with the same speed"
  import Kron.Translational.*;
  Mass m(m = 1, s(start = 0, fixed = true), v(start = 2, fixed = true));
  ElastoGap stop(c = 100);
  Fixed wall(s0 = 1);
equation
  connect(m.b, stop.a);
  connect(stop.b, wall.flange);
  annotation(experiment(StopTime = 1.5));
end LibBumper;
