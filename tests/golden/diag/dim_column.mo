model M
  parameter Real A[:, :] = [0, 1; -1, -1];
  parameter Real B[size(A, 1), :] = [0, 1];
  parameter Real C[:, size(A, 1)] = [1; 0];
end M;
