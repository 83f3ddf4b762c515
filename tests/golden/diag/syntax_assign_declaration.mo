model M
  parameter Real k := 5;
  Real x(start := 1, fixed = true);
equation
  der(x) = -k*x;
end M;
