// Sizes from values, in any order; sizes from sizes of others (pitfalls 13 and 14).
model M
  parameter Real A[:, size(A, 1)] = [1, 2; 3, 4];
  parameter Real B[size(A, 1), :] = [5; 6];
  parameter Real C[:, size(A, 1)] = [7, 8];
  parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2));
  parameter Boolean use = false;
  parameter Integer n = 3;
  Real x[size(A, 1)](each start = 1);
  Real u[size(B, 2)] = {time};
  Real y[size(C, 1)];
  Real none[if use then n else 0];
  parameter Real st[:](start = {1, 2, 3}) = {4, 5, 6};
equation
  der(x) = A*x + B*u;
  y = C*x + D*u;
  none = fill(time, size(none, 1));
end M;
// A[2,2], B[2,1], C[1,2], D[1,1], x[2], u[1], y[1], none[0], st[3]
