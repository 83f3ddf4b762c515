//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["motor.w"] = (100 if t < 1 else 100 - 20*(t - 1)) if t < 1 + 100/30 else 100/3 within 1e-7
//! expect v["load.w"] = (0 if t < 1 else 10*(t - 1)) if t < 1 + 100/30 else 100/3 within 1e-7
//! final te = 1 + 100/30 within 1e-9
//! final v["clutch.direction"] = 0 within 0
model LibClutchEngagement "Two inertias are joined at 1 s: they share one speed after w0/(tau/J1 + tau/J2) seconds"
  import Kron.Rotational.*;
  Inertia motor(J = 1, phi(start = 0, fixed = true), w(start = 100, fixed = true));
  Inertia load(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Clutch clutch(mu = 0.4, f_max = 50);
  Kron.Blocks.Sources.Step press(startTime = 1);
  discrete Real te(start = 0, fixed = true);
equation
  when clutch.stuck and time > 1.5 then
    te = time;
  end when;
  connect(motor.b, clutch.a);
  connect(clutch.b, load.a);
  connect(press.y, clutch.u);
  annotation(experiment(StopTime = 6));
end LibClutchEngagement;
