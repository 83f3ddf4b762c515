//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["j.w"] = 3*cos(3*t) within 1e-7
//! expect tau = -2*9*sin(3*t) within 1e-6
//! expect v["m.s"] = 1 - cos(t) within 1e-7
//! expect f = 5*cos(t) within 1e-6
//! expect v["j2.phi"] = t**2/2 within 1e-7
//! expect v["m2.v"] = 4 within 1e-7
//! expect power = 5*cos(t)*sin(t) within 1e-6
//! expect v["place.s"] = 4*t within 1e-7
//! expect v["j3.w"] = 7 within 1e-9
model LibPrescribed "Prescribed angles, positions and speeds: the forces that they take"
  import Kron.Rotational.*;
  import Kron.Translational;
  Position angle(u = sin(3*time));
  TorqueSensor torque;
  Inertia j(J = 2);
  Translational.Speed velocity(u = sin(time));
  Translational.ForceSensor force;
  Translational.PowerSensor work;
  Translational.Mass m(m = 5);
  Speed speed(u = time);
  Inertia j2;
  Translational.Position position(u = 4*time);
  Translational.Mass m2;
  Translational.PositionSensor place;
  Translational.SpeedSensor quick;
  ConstantSpeed steady(w = 7);
  Inertia j3;
  Real tau = torque.tau, f = force.f, power = work.power, v2 = quick.v;
equation
  connect(angle.flange, torque.a);
  connect(torque.b, j.a);
  connect(velocity.flange, force.a);
  connect(force.b, work.a);
  connect(work.b, m.a);
  connect(speed.flange, j2.a);
  connect(position.flange, m2.a);
  connect(m2.b, place.flange);
  connect(m2.b, quick.flange);
  connect(steady.flange, j3.a);
  annotation(experiment(StopTime = 3));
end LibPrescribed;
