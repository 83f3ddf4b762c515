function f
  input Real a;
  output Real y;
algorithm
  y := a*time;
end f;
model M
  Real x = f(1);
end M;
