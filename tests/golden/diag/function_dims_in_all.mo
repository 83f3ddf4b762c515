record R
  Real x[1, 1, 1, 1, 1, 1, 1, 1, 1];
end R;
function f
  input Real a;
  output R y[1, 1, 1, 1, 1, 1, 1, 1];
algorithm
  y[1, 1, 1, 1, 1, 1, 1, 1].x[1, 1, 1, 1, 1, 1, 1, 1, 1] := a;
end f;
model A
  parameter Integer n = size(f(1), 1);
end A;
