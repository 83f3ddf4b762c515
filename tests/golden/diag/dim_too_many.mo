// More than 16 dimensions in all: calls over arrays, arrays of records.
function f
  input Real a;
  output Real y[1, 1, 1, 1, 1, 1, 1, 1, 1];
algorithm
  y := fill(a, 1, 1, 1, 1, 1, 1, 1, 1, 1);
end f;
record R
  Real x[1, 1, 1, 1, 1, 1, 1, 1, 1] = fill(1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
end R;
model M
  Real s = sum(f(fill(time, 1, 1, 1, 1, 1, 1, 1, 1)));
  parameter Integer n = size({R()}, 1) + ndims(fill(R(), 1, 1, 1, 1, 1, 1, 1, 1));
end M;
