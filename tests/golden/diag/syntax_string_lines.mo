model M
  parameter Real k = 2 "gain;
  Real x(start = 1, fixed = true) "state";
equation
  der(x) = -k*x;
end M;
