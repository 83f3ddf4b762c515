//! run --stop 20000
//! stderr T has gone from 293 to
//! stderr nothing would grow with larger G (it is 1, 2 is enough)
// Losses that grow faster than what carries them away: no sign is wrong.
model WarnRepelledEnough
  parameter Real I = 12, R0 = 2, alpha = 0.004, G = 1;
  Real T(start = 293, fixed = true), P;
equation
  P = I^2*R0*(1 + alpha*(T - 293));
  300*der(T) = P - G*(T - 293);
end WarnRepelledEnough;
