function norm2
  input Real x[2];
  output Real y;
algorithm
  y := x*x;
end norm2;
function mat
  input Real A[:, :];
  output Real y;
algorithm
  y := A[1, 1];
end mat;
model M
  Real x = norm2({1, 2, 3});
  Real y = mat({1, 2});
end M;
