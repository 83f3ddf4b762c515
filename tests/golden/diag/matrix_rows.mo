model M
  parameter Real A[2, 2] = [1, 2, 3, 4];
  Real x = A[1, 1]*time;
end M;
