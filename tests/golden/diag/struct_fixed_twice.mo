model M "two states that are equal have one value at the start"
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = -x;
  x = y;
end M;
