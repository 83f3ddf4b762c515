//! status 3
//! stderr division by zero (`turns_drum` is 0)
//! stderr the parameter `turns_drum` is 0 (
//! stderr FailParameterInfinite.mo:11)
//! never determines nothing
model FailParameterInfinite "A parameter that is infinite makes equations depend on each other: only its cause is told, at its place"
  import Kron.Rotational.*;
  ConstantTorque motor(tau = 12);
  Inertia rotor(J = 0.02, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  parameter Real turns_motor = 20, turns_drum = 0;
  IdealGear gear(ratio = turns_motor/turns_drum);
  RackAndPinion drum(r = 0.1);
  Kron.Translational.Mass load(m = 80);
equation
  connect(motor.flange, rotor.a);
  connect(rotor.b, gear.a);
  connect(gear.b, drum.pinion);
  connect(drum.rack, load.a);
end FailParameterInfinite;
