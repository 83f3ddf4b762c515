//! run --stop 200
//! status 3
//! stderr the run would not end
//! stderr the argument of `sqrt(h)` is 0 but for rounding in 2*der(h) = valve.y - 0.03*sqrt(h) (
// A tank that runs empty: where the slope of the root is infinite steps are many and short.
model FailRootRest
  import Kron.Blocks.*;
  Continuous.PI pi(k = 2, T = 10);
  Nonlinear.Limiter valve(uMax = 0.1, uMin = 0);
  Real h(start = 1, fixed = true);
equation
  pi.u = h - 1.5;
  connect(pi.y, valve.u);
  2*der(h) = valve.y - 0.03*sqrt(h);
end FailRootRest;
