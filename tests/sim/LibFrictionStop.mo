//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["m.v"] = max(3 - 0.3*9.81*t, 0) within 1e-8
//! expect v["m.s"] = 3*min(t, 3/2.943) - 2.943/2*min(t, 3/2.943)**2 within 1e-8
//! final te = 3/(0.3*9.81) within 1e-9
//! final stops = 1 within 0
model LibFrictionStop "A body slides to rest after v0/(mu g) seconds, on v0^2/(2 mu g) metres, and stays there"
  import Kron.Translational.*;
  Mass m(m = 2, s(start = 0, fixed = true), v(start = 3, fixed = true));
  DryFriction friction(f_c = 0.3*2*9.81, peak = 1.5);
  Fixed ground;
  discrete Real te(start = 0, fixed = true);
  Integer stops(start = 0, fixed = true);
equation
  when friction.stuck and time > 0.1 then
    te = time;
    stops = pre(stops) + 1;
  end when;
  connect(m.b, friction.a);
  connect(friction.b, ground.flange);
  annotation(experiment(StopTime = 2));
end LibFrictionStop;
