model M
  parameter Real A[2, 3] = ones(2, 3);
  parameter Real B[2, 2] = ones(2, 2);
  Real x[2] = A*B*{1, 2};
end M;
