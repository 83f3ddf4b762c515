model M
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = -x + y;
  y = 2*x;
end M;
