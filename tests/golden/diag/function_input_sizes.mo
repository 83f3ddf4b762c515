function f
  input Integer n;
  input Real A[:, size(A, 1)];
  input Real b[size(A, 1)];
  input Real c[n] = zeros(n);
  output Real y;
algorithm
  y := A[1, 1] + b[1] + c[1];
end f;
model M
  Real z[3] = {time, 2, 3};
  Real u = f(2, [1, 2, 3; 4, 5, 6], {time, 1});
  Real v = f(2, [1, 2; 3, 4], z);
  Real w = f(2, [1, 2; 3, 4], {time, 1}, c = z);
  Real x = f(3, [1, 2; 3, 4], {time, 1}, c = z);
end M;
