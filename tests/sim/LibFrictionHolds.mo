//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["m.v"] = (t - 2)**2/2 if 2 < t < 3 else v["m.v"] within 1e-7
//! expect v["m.v"] = 0 if t < 2 else v["m.v"] within 1e-12
//! expect v["friction.f"] = t if t < 2 else v["friction.f"] within 1e-9
//! final starts = 1 within 0
model LibFrictionHolds "A force that grows with time: nothing moves until it exceeds what friction holds, 2 N at 2 s"
  import Kron.Translational.*;
  Mass m(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  DryFriction friction(f_c = 2);
  Fixed ground;
  Force force(u = time);
  Integer starts(start = 0, fixed = true);
equation
  when not friction.stuck then
    starts = pre(starts) + 1;
  end when;
  connect(force.flange, m.a);
  connect(m.b, friction.a);
  connect(friction.b, ground.flange);
  annotation(experiment(StopTime = 3));
end LibFrictionHolds;
