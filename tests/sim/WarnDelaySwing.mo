//! run --stop 60 --tolerance 1e-8
//! stderr has grown to
//! stderr what `delay` gives comes late: a smaller gain or a shorter delay keeps the loop stable
//! never where it began it was stable
//! events time=0
model WarnDelaySwing "By its characteristic equation s*(5*s + 1) + 2*exp(-2*s) = 0 the loop has the mode 0.153 + 0.475i"
  parameter Real Td = 2, K = 2, T = 5;
  Real x(start = 20, fixed = true), u(start = 0, fixed = true);
equation
  der(u) = K*(38 - delay(x, Td));
  T*der(x) = 20 + u - x;
end WarnDelaySwing;
