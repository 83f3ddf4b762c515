model M
  parameter Real A[2, 2] = [1, 2; 3, 4];
  Real x[2](each start = 1, each fixed = true), y[2, 2];
equation
  der(x) = -A'*x;
  y = (A*A)'*A';
end M;
