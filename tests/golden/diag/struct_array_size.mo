model M
  parameter Integer n = 3;
  Real x[n], y[n];
equation
  x = {1, 2, 3};
  y[1:n - 1] = 2*x[1:n - 1];
end M;
