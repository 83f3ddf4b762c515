model Inverse
  parameter Real A[2, 2] = [2, 1; 1, 3];
  Real b[2] = {1, time}, x[2];
equation
  x = A^(-1)*b;
end Inverse;
