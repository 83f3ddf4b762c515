model M
  Real x
  Real y;
equation
  x = time;
  y = x;
end M;
