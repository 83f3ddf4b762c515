model MatrixOfOneRow
  parameter Real A[2, 2] = [0, 1; -2, -3], L[1, 2] = [10, 20], K[1, 2] = [3, 1];
  Real x[2](start = {1, 0}, each fixed = true), u;
equation
  der(x) = A*x + L*u;
  u = -K*x;
end MatrixOfOneRow;
