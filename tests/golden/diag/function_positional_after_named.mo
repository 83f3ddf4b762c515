function f
  input Real a;
  input Real b = 1;
  output Real y;
algorithm
  y := a + b;
end f;
model M
  Real x = f(a = 1, 2);
end M;
