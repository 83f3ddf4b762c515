//! run --stop 10
//! stderr : T = 
//! stderr degC, by C*der(T) = G*(outside - T) (
//! stderr is something that it follows given in degC, or a sign wrong?
//! never : S = 
//! final T = 32.3052 within 1e-4
model WarnFrozen "A wall outside of which there are 20 K, where degC were meant, and a cryostat"
  parameter Real C = 200, G = 62, outside(unit = "K") = 20;
  Real T(unit = "K", min = 0, start = 293.15, fixed = true), S(unit = "K", start = 90, fixed = true);
equation
  C*der(T) = G*(outside - T);
  der(S) = -0.1*(S - 4);
end WarnFrozen;
