//! run --stop 60
//! stderr delta has gone from 0 to -
//! stderr goes on, away from where it would rest
//! stderr nothing would grow with the opposite sign of
// A rudder that leaves its set point at full speed.
model WarnRepelledLimited
  parameter Real k = 4, ref = 0.2;
  Real delta(start = 0, fixed = true), u;
equation
  u = max(-1, min(1, k*(delta - ref)));
  der(delta) = 0.1*u;
end WarnRepelledLimited;
