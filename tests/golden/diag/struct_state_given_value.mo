model M
  Real x(start = 0, fixed = true) = 2*time;
equation
  der(x) = 1 - x;
end M;
