model M
  parameter Real n = 2;
  Real x[n] = {1, 2};
  Real y["a"] = {1, 2};
end M;
