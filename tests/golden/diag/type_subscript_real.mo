model M
  Real x[3] = {1, 2, 3};
  Real y = x[1.5];
  Real z = x["a"];
end M;
