//! run --stop 100
//! stderr goes on, away from where it would rest
//! stderr nothing would grow if der(T[4]) had the opposite sign in der(T[4]) = k*(T[4] - T[3])
//! expect y = 40 + 120*exp(-1e-3*t) within 1e-5
model WarnRepelledEquation "Layers of a storage, the last exchanges heat with the wrong sign"
  parameter Real k = 0.05, UA = 0.001;
  Real T[4](start = {80, 60, 40, 20}, each fixed = true), y = T[1] + T[2] + T[3] - T[4];
equation
  der(T[1]) = k*(T[2] - T[1]) - UA*(T[1] - 20);
  for i in 2:3 loop
    der(T[i]) = k*(T[i - 1] - T[i]) + k*(T[i + 1] - T[i]) - UA*(T[i] - 20);
  end for;
  der(T[4]) = k*(T[4] - T[3]) - UA*(T[4] - 20);
end WarnRepelledEquation;
