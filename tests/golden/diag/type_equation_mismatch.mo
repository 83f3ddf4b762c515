model M
  Real x;
  Boolean b;
equation
  x = b;
  b = time > 1;
end M;
