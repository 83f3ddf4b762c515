//! run --stop 5e4
//! stderr controller.x is
//! stderr stays at 3000: the integral winds up
//! stderr lead the difference of heater.y and controller.y back to it (anti-windup)
// The set point cannot be reached: the integral part grows on behind the limit.
model WarnWindup
  import Kron.Blocks.*;
  Real T(start = 283, fixed = true);
  Continuous.PI controller(k = 500, T = 300, u = 363 - T);
  Nonlinear.Limiter heater(uMax = 3000, uMin = 0);
equation
  connect(controller.y, heater.u);
  1e5*der(T) = heater.y - 60*(T - 283);
end WarnWindup;
