model M
  parameter Real A[2, 2] = [-1, 0; 1, -2];
  parameter Real B[2, 1] = [1; 0];
  Real x[2](each start = 0, each fixed = true);
  Real z[2];
  Real u = time;
equation
  der(x) = A*x + B*u;
  z = B*u;
end M;
