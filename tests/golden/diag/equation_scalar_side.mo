model Vec
  parameter Integer n = 3;
  Real x[n](each start = 1, each fixed = true);
equation
  der(x) = 0;
end Vec;
