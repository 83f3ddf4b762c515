//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["m1.v"] = v["friction.v"] + v["m2.v"] within 1e-9
//! expect v["m1.v"] = max(2 - 1*t, (2 - 1)*0 + t*0.5 if t < 4/3 else 2/3) within 1e-8
//! expect v["m2.v"] = min(0.5*t, 2/3) within 1e-8
//! final v["friction.direction"] = 0 within 0
model LibPushed "A body slides on another until both have the speed that momentum gives"
  import Kron.Translational.*;
  Mass m1(m = 1, s(start = 0, fixed = true), v(start = 2, fixed = true));
  Mass m2(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
  DryFriction friction(f_c = 1);
equation
  connect(m1.b, friction.a);
  connect(friction.b, m2.a);
  annotation(experiment(StopTime = 3));
end LibPushed;
