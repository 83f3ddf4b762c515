model M
  Real x[3] = {1, 2, 3};
  Real y = x[1, 2];
  Real s = time;
  Real z = s[1];
end M;
