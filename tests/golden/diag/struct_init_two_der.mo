model M
  Real x, y;
equation
  der(x) = y - x;
  der(y) = -y;
initial equation
  der(x) = 0;
  y = x;
  x = 1;
end M;
