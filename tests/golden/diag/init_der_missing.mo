model M
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  x = -k*x;
end M;
