model M
  Real x[3](start = 1);
equation
  der(x) = {1, 2, 3};
end M;
