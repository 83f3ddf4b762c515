//! run --stop 60
//! status 3
//! stderr where it began it was stable: what drives it has carried it to where it is not
//! never a sign seems to be wrong
model GrowthFromStable "A fishery with a quota above what grows again"
  parameter Real r = 0.5, K = 1000, quota = 140;
  Real n(start = 800, fixed = true);
equation
  der(n) = r*n*(1 - n/K) - quota;
end GrowthFromStable;
