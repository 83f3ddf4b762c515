model M
  Real x[100000, 100000];
  Real y[4294967296];
equation
  x = fill(time, 100000, 100000);
  y = fill(time, 4294967296);
end M;
