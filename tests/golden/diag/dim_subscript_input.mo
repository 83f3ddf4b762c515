function f
  input Integer n;
  input Real x[n, 3];
  output Real y;
algorithm
  y := x[1, 4];
end f;
model M
  Real y = f(1, [1, 2, 3]);
end M;
