model M
  Real x[2, 2] = [1, 2; 3, 4];
  Real y = x[1, :];
  Real z = x[:];
end M;
