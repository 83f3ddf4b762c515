model StartOnly
  parameter Real k(start = 2);
  parameter Real unused(start = 2);
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end StartOnly;
