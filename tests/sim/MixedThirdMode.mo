//! run --stop 2 --vars *
//! run --stop 2 --vars * --method cvode
//! expect w = 5*min(t, 1) within 1e-6
model MixedThirdMode "Two modes that call for each other, and a third one that holds"
  Real w(start = 0, fixed = true), a, s, tau;
  Boolean forward, backward, locked;
  Real drive = if time < 1 then 10 else 0.2;
equation
  der(w) = a;
  a = drive - tau;
  forward = s > 1;
  backward = s < -1;
  locked = not (forward or backward);
  a = if locked then 0 else if forward then s - 1 else s + 1;
  tau = if locked then s else if forward then 5 else -5;
end MixedThirdMode;
