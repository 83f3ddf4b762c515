// The start value 0 of p leads to the root of a negative number
//! run --stop 1
//! status 3
//! stderr square root of a negative number (`p - p0` is -100000) in m = 0.01*sqrt(p - p0)
//! stderr `p` starts with 0 (
model FailSqrtStart
  parameter Real p0 = 1e5;
  Real p, m;
equation
  m = 0.01*sqrt(p - p0);
  m + 1e-6*p = 2 + time;
end FailSqrtStart;
