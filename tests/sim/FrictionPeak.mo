//! run --stop 2
//! run --stop 2 --method cvode
//! expect w = 0 if t < 1.1 else ((t - 1)**2 - 0.01)/20 within 1e-5
model FrictionPeak "Sliding begins at 1.1 and goes on with 1: no mode is right at the instant it begins"
  parameter Real J = 10, slides = 1, peak = 1.1;
  Real w(start = 0, fixed = true), tau, sa;
  Boolean start(start = false, fixed = true), stuck(start = true, fixed = true), locked;
equation
  J*der(w) = time - tau;
  start = pre(stuck) and (sa > peak or pre(start) and sa > slides);
  locked = pre(stuck) and not start;
  der(w) = if locked then 0 else sa - slides;
  tau = if locked then sa else slides;
  stuck = locked or w <= 0;
end FrictionPeak;
