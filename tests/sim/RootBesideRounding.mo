//! run
//! run --method bdf
//! run --method cvode
//! expect q = sqrt(0.5*t) within 1e-5
//! expect r = 1 - t if t < 1 else t - 1 within 1e-5
//! expect s = sqrt(1 - t) if t < 1 else -sqrt(t - 1) within 2e-5
model RootBesideRounding "Differences of large numbers leave 0 by their rounding error, where a root has no value by the relation as it was"
  parameter Real p0 = 1e5;
  Real p(start = 1e5, fixed = true), p2(start = 1e5 + 1, fixed = true);
  Real dp = p - p0, dp2 = p2 - p0, q, r = abs(dp2), s;
equation
  der(p) = 0.5;
  der(p2) = -1;
  q = if dp > 0 then sqrt(dp) else -sqrt(-dp);
  s = if dp2 > 0 then sqrt(dp2) else -sqrt(-dp2);
  annotation(experiment(StopTime = 2));
end RootBesideRounding;
