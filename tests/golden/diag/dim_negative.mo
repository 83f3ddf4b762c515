model M
  parameter Integer n = -2;
  Real x[n];
equation
  x = fill(1, n);
end M;
