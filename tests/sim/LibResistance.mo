//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["fan.w"] = 100/(1 + t) within 1e-7
//! expect v["car.v"] = 10/(1 + 2*t) within 1e-7
//! expect v["weight.s"] = -3*t**2 within 1e-7
//! expect v["lever.a.s"] = 6*t**2 within 1e-7
//! expect v["pushed.v"] = 2*max(t - 1, 0) within 1e-7
//! expect v["steered.phi"] = 1 - cos(t) within 1e-7
//! expect v["slowed.v"] = 4*exp(-t/2) within 1e-7
model LibResistance "Resistance with the square of the speed, a lever, forces and torques as signals and steps"
  import Kron.Rotational;
  import Kron.Translational.*;
  Rotational.Inertia fan(J = 0.01, phi(start = 0, fixed = true), w(start = 100, fixed = true));
  Rotational.SpeedLoad air(tau = 1, w_ref = 100);
  Mass car(m = 2, s(start = 0, fixed = true), v(start = 10, fixed = true));
  AirDrag drag(k = 0.4);
  ConstantForce hand(f = 3);
  Lever lever(ratio = -2);
  Mass weight(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  StepForce push(f = 4, startTime = 1);
  Mass pushed(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Rotational.Torque steering(u = 3*cos(time));
  Rotational.Inertia steered(J = 3, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Mass slowed(m = 2, s(start = 0, fixed = true), v(start = 4, fixed = true));
  Damper damper(d = 1);
  Fixed ground;
equation
  connect(air.flange, fan.a);
  connect(drag.flange, car.a);
  connect(hand.flange, lever.a);
  connect(lever.b, weight.a);
  connect(push.flange, pushed.a);
  connect(steering.flange, steered.a);
  connect(slowed.b, damper.a);
  connect(damper.b, ground.flange);
  annotation(experiment(StopTime = 3));
end LibResistance;
