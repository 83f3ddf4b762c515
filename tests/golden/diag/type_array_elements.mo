model M
  Real x[2] = {1, "two"};
  Real y[2] = {1, {2}};
end M;
