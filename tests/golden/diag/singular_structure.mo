model M
  Real x, y, z;
equation
  x = time;
  x + 1 = 2*time;
  y = z;
end M;
