//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["motor.w"] = 10*t/(0.1 + 0.9*(2 + 4*0.25)/9) within 1e-7
//! expect v["wheel.w"] = v["motor.w"]/3 within 1e-9
//! expect v["mass.v"] = 0.5*v["wheel.w"] within 1e-9
//! expect tau = 10 - 0.1*v["motor.z"] within 1e-9
//! expect p = tau*v["motor.w"] within 1e-7
//! expect v["speed.w"] = v["motor.w"] within 1e-12
//! expect v["angle.phi"] = v["motor.phi"] within 1e-12
model LibGearTrain "Motor, gear, wheel and body are rigidly joined: one acceleration, inertias in the ratio squared"
  import Kron.Rotational.*;
  ConstantTorque drive(tau = 10);
  Inertia motor(J = 0.1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  TorqueSensor torque;
  PowerSensor power;
  SpeedSensor speed;
  AngleSensor angle;
  IdealGear gear(ratio = 3);
  Inertia wheel(J = 0.9*2);
  RackAndPinion road(r = 0.5);
  Kron.Translational.Mass mass(m = 0.9*4);
  Real tau = torque.tau, p = power.power;
equation
  connect(drive.flange, motor.a);
  connect(motor.b, torque.a);
  connect(motor.b, speed.flange);
  connect(motor.b, angle.flange);
  connect(torque.b, power.a);
  connect(power.b, gear.a);
  connect(gear.b, wheel.a);
  connect(wheel.b, road.pinion);
  connect(road.rack, mass.a);
  annotation(experiment(StopTime = 2));
end LibGearTrain;
