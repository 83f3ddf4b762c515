model M
  Real x[3], y[2];
equation
  x = {1, 2, 3}*time;
  y = x;
end M;
