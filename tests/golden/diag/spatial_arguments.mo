model M
  Real x = time, a, b, c[2], d[2];
  Real p[2] = {0, time};
equation
  (a, b) = spatialDistribution(1, 2, x);
  (a, b) = spatialDistribution(1, 2, x, 1);
  (a, b) = spatialDistribution({1}, 2, x, true);
  (a, b) = spatialDistribution(1, 2, x, true, p, {0, 0});
  (a, b) = spatialDistribution(1, 2, x, true, {0, 1}, {0, 0, 0});
  (a, b) = spatialDistribution(1, 2, x, true, points = {0, 1});
  (c, d) = spatialDistribution({1, 2}, {1, 2, 3}, x, true);
end M;
