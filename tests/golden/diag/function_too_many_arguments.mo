function f
  input Real a;
  output Real y;
algorithm
  y := a;
end f;
model M
  Real x = f(1, 2);
end M;
