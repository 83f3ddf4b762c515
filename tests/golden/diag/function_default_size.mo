function f
  input Real x[:];
  input Integer n = size(x, 2);
  output Real y;
algorithm
  y := n;
end f;
model M
  Real x = f({1, 2});
end M;
