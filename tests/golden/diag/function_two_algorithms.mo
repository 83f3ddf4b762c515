function f
  input Real a;
  output Real y;
algorithm
  y := a;
algorithm
  y := 2*a;
end f;
model M
  Real x = f(1);
end M;
