//! run --stop 40
//! stderr with u = -k*x (
//! stderr what `delay` gives comes late: a smaller gain or a shorter delay keeps the loop stable
model WarnDelayedLoop
  parameter Real k = 3;
  Real x(start = 1, fixed = true), u;
equation
  u = -k*x;
  der(x) = delay(u, 1);
end WarnDelayedLoop;
