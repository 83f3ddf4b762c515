function f
  input Real a;
  input Real b;
  output Real y;
algorithm
  y := a + b;
end f;
model M
  Real x = f(1);
end M;
