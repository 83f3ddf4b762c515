//! run --stop 100
//! quiet
//! never keeps itself
//! never has moved
//! final x = 0.4*(1 - exp(-50)) within 1e-4
//! final w = 100*1e-9 within 1e-9
model NoWarnDoubt "A limiter far from its upper limit, a controller that never had to act, an integral that hardly moves, a
  start value that is left over some time constants: nothing is said"
  Real x(start = 0, fixed = true), y, w(start = 0, fixed = true), z(start = 5, fixed = true), T(start = 15, fixed = true);
  Boolean on(start = false, fixed = true);
equation
  y = if 0.4 - x > 1 then 1 else if 0.4 - x < -1 then -1 else 0.4 - x;
  der(x) = 0.5*y;
  der(w) = 1e-9;
  der(z) = -z;
  on = T < 10 or pre(on) and T < 12;
  der(T) = 1e-3*(16 - T) + (if on then 0.02 else 0);
end NoWarnDoubt;
