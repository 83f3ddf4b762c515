//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["load.w"] = 0 if t < 1 else v["load.w"] within 1e-12
//! expect v["motor.w"] = (100 if t < 1 else 100 - 20*(t - 1)) if t < 1 + 100/65 else v["motor.w"] within 1e-7
//! expect v["load.w"] = 15*(t - 1) if 1 <= t < 1 + 100/65 else v["load.w"] within 1e-7
//! expect v["motor.w"] = 3*v["load.w"] if t > 1 + 100/65 else v["motor.w"] within 1e-7
//! final v["load.w"] = 15*100/65 within 1e-7
model LibGearShift "A clutch before a gear 3:1: the motor loses 10 N.m, the load gains 30 N.m, until the speeds match"
  import Kron.Rotational.*;
  Inertia motor(J = 0.5, phi(start = 0, fixed = true), w(start = 100, fixed = true));
  Clutch clutch(mu = 0.2, f_max = 50, peak = 1.1);
  IdealGear gear(ratio = 3);
  Inertia load(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Kron.Blocks.Sources.Step press(startTime = 1);
equation
  connect(motor.b, clutch.a);
  connect(clutch.b, gear.a);
  connect(gear.b, load.a);
  connect(press.y, clutch.u);
  annotation(experiment(StopTime = 4));
end LibGearShift;
