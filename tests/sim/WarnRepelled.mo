//! run --stop 4e5
//! stderr T has gone from 298 to
//! stderr goes on, away from where it would rest
//! stderr G (it is 8): a sign seems to be wrong
//! final T = 38 + 260*exp(8*4e5/836e3) within 1e-3
// A loss with the wrong sign, over four time constants only: nothing is large.
model WarnRepelled
  parameter Real G = 8;
  Real T(start = 298, fixed = true);
equation
  836e3*der(T) = 2e3 + G*(T - 288);
end WarnRepelled;
