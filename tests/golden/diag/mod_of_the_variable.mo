model Base
  Real x(start = 0, fixed = true);
  parameter Real k = 1;
equation
  der(x) = k;
end Base;
model M
  Base b(x(k = 3));
end M;
