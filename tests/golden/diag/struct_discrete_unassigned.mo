model M
  Boolean on;
  Real x(start = 0, fixed = true);
equation
  der(x) = if on then 1 else -1;
end M;
