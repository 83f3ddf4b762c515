model M
  parameter Real w = 2;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(x) = -w^2*x;
end M;
