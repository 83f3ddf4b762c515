model DerParameter
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  der(k) = -x;
  der(x) = k;
end DerParameter;
