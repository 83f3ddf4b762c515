//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["rotor.w"] = (20 + 2*t if t < 2 else max(24 - 4*(t - 2), 0)) if t < 10 else 2*(t - 10) within 1e-7
//! expect v["m.v"] = (t if t < 2 else max(2 - 2*(t - 2), 0)) if t < 10 else t - 10 within 1e-7
//! final v["brake.stuck"] = 0 within 0
model LibBrake "A driven shaft and a driven body are braked from 2 s on, held, and released at 10 s"
  import Kron.Rotational.*;
  import Kron.Translational;
  Inertia rotor(J = 0.5, phi(start = 0, fixed = true), w(start = 20, fixed = true));
  ConstantTorque drive(tau = 1);
  Brake brake(mu = 0.5, r = 0.6, f_max = 20);
  Translational.Mass m(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.ConstantForce push(f = 1);
  Translational.Brake stop(mu = 0.3, f_max = 20);
  Kron.Blocks.Sources.TimeTable press(table = {{2, 0}, {2, 0.5}, {10, 0.5}, {10, 0}});
equation
  connect(drive.flange, rotor.a);
  connect(rotor.b, brake.a);
  connect(push.flange, m.a);
  connect(m.b, stop.a);
  connect(press.y, brake.u);
  connect(press.y, stop.u);
  annotation(experiment(StopTime = 12));
end LibBrake;
