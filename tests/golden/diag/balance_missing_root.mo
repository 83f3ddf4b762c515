model M
  Real x, y;
equation
  x = time;
end M;
