model M
  Real x[3] = {1, 2};
  parameter Real p[2, 2] = [1, 2];
  Real y = {1, 2};
  Real z[2] = 1;
end M;
