model M
  Real x[2] = {1, 2} + {1, 2, 3};
  Real y[2] = {1, 2} + 1;
end M;
