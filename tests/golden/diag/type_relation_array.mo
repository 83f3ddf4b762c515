model M
  Real x[2] = {1, 2};
  Boolean b = x > 1;
end M;
