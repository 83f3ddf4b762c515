//! run
//! status 3
//! stderr the time of a delay is -2
//! stderr in y = delay(u, L/v)
//! stderr the parameter `v` is -10 (
model FailDelayNegative
  parameter Real L = 20, v = -10;
  Real y, u;
equation
  u = sin(time);
  y = delay(u, L/v);
end FailDelayNegative;
