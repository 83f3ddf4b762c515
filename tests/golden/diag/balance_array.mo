model M
  Real x[3];
equation
  x[1] = time;
  x[2] = 2*time;
end M;
