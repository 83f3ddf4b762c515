//! run --stop 1
//! stderr never change, whatever acts on them, although the model has their derivatives: these 2 equations allow one position only
//! stderr `upper.ratio` = 5, `lower.ratio` = 4.8: with values that fit together
model WarnHeld "Two gears of different ratio side by side block each other"
  import Kron.Rotational.*;
  ConstantTorque motor(tau = 5);
  Inertia rotor(J = 0.05), load(J = 3);
  IdealGear upper(ratio = 5), lower(ratio = 4.8);
equation
  connect(motor.flange, rotor.a);
  connect(rotor.b, upper.a);
  connect(rotor.b, lower.a);
  connect(upper.b, load.a);
  connect(lower.b, load.b);
end WarnHeld;
