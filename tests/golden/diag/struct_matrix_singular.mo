model M
  parameter Real A[2, 2] = {{1, 2}, {2, 4}};
  Real x[2];
equation
  A*x = {1, 2};
end M;
