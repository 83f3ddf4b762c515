model M
  parameter Real A[2, 3] = ones(2, 3);
  Real x[2] = A*{1, 2};
end M;
