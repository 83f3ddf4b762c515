//! run --stop 10
//! status 3
//! stderr `dp` is -100000 by dp = p1 - p2 (
//! stderr where p1 = 200000, p2 = 300000
//! never nan
model FailSqrtComputed
  parameter Real p1 = 2e5, p2 = 3e5, q0 = 0.01;
  parameter Real Kv(fixed = false, start = 1e-5);
  Real q, dp, V(start = 0, fixed = true);
initial equation
  q = q0;
equation
  dp = p1 - p2;
  q = Kv*sqrt(dp);
  der(V) = q;
end FailSqrtComputed;
