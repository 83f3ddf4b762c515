model M
  Real x;
equation
  x = time;
