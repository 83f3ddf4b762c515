model M
  parameter Real A[2, 3] = ones(2, 3);
  Real B[2, 2] = A^2;
end M;
