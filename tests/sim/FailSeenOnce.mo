//! run --stop 10
//! status 3
//! stderr assertion failed: too hot (
//! stderr `T` is 
model FailSeenOnce "an assertion that fails at the end of a step is told though its beginning is lost by rounding"
  parameter Real Q = 2000;
  Real T;
  Real u(start = 300, fixed = true);
equation
  der(u) = Q;
  u = T + 1e-3*T*sqrt(T) - 0*T;
  assert(T <= 6000, "too hot");
end FailSeenOnce;
