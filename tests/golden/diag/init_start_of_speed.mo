model M
  parameter Real m = 2, F = 3, d = 1;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  m*v = F - d*v;
  der(x) = v;
end M;
