model M
  Real x[size(y, 1)];
  Real y[size(x, 1)];
equation
  x = y;
end M;
