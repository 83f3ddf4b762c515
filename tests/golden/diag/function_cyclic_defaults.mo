function f
  input Real a = b;
  input Real b = a;
  output Real y;
algorithm
  y := a + b;
end f;
model M
  Real x = f();
end M;
