//! run --stop 1
//! status 3
//! stderr the initialPoints of spatialDistribution must begin with 0, end with 1, and not decrease
model FailTransport "a distribution at the start that does not reach the end"
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = spatialDistribution(1, 0, x, true, {0, 0.5}, {0, 0});
end FailTransport;
