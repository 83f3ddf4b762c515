//! run --stop 60
//! status 3
//! stderr it changes by A*der(h) = -q_out (
//! never the parameter `g`
model FailLevel "A root of a level that falls below zero: by which equation"
  parameter Real A = 0.1, a = 1e-3, g = 9.81, q_pump = 2e-3;
  Real h(start = 0.5, fixed = true), q_out;
equation
  q_out = a*sqrt(2*g*h) + q_pump;
  A*der(h) = -q_out;
end FailLevel;
