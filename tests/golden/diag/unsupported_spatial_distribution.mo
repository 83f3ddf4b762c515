model M
  Real a, b;
equation
  (a, b) = spatialDistribution(1, 2, time, true);
end M;
