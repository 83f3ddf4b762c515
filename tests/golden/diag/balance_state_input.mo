model M
  Real x, y;
equation
  der(x) = y;
end M;
