model M
  Real x, y, z;
equation
  0.5*x + 1.5*y - z = time;
  x - 0.25*z = 1;
  1.5*x + 1.5*y - 1.25*z = 2;
end M;
