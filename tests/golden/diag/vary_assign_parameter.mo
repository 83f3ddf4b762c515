model M
  parameter Real p = 1;
  Real x;
equation
  x = time;
algorithm
  p := 2;
end M;
