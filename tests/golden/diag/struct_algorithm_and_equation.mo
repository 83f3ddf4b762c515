model M
  Real x(start = 0, fixed = true);
  Real u;
algorithm
  u := 1 - x;
equation
  der(x) = u;
  u = 2*x;
end M;
