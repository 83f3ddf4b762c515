//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["motor.w"] = 8.1*5/1.81*t if t < 1 else 8.1*5/1.81 - 25*(t - 1) within 1e-7
//! expect v["motor.w"] = 3*v["load.w"] within 1e-9
//! expect v["gear.forward"] = int(t < 1) if abs(t - 1) > 1e-9 and t > 1e-9 else v["gear.forward"] within 0
model LibLossyGear "A gear with efficiency 0.9 drives, and from 1 s on is driven"
  import Kron.Rotational.*;
  StepTorque drive(offset = 5, tau = -10, startTime = 1);
  Inertia motor(J = 0.1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  LossyGear gear(ratio = 3, eta = 0.9);
  Inertia load(J = 1);
equation
  connect(drive.flange, motor.a);
  connect(motor.b, gear.a);
  connect(gear.b, load.a);
  annotation(experiment(StopTime = 1.8));
end LibLossyGear;
