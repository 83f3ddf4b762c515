model M
  Real x = time, y;
algorithm
  y := spatialDistribution(1, 0, x, true, {0, 1}, {0, 0});
end M;
