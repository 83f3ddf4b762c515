function add
  input Real a;
  input Real b;
  output Real y;
algorithm
  y := a + b;
end add;
model M
  Real x[2] = add({1, 2}, {1, 2, 3});
end M;
