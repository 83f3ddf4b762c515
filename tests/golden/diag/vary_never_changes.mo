model NeverChanges
  Real k = 0.1;
  parameter Real n = 2*k;
  Real x(start = n, fixed = true);
equation
  der(x) = -x;
end NeverChanges;
