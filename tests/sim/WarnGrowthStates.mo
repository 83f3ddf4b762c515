//! run --stop 3
//! stderr J*der(w) = k*i (
//! stderr with L*der(i) = U - R*i + k*w (
model WarnGrowthStates "The loop in which a sign is wrong goes through another state"
  parameter Real R = 0.5, L = 1e-3, k = 0.3, J = 1e-3, U = 12;
  Real i(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  L*der(i) = U - R*i + k*w;
  J*der(w) = k*i;
end WarnGrowthStates;
