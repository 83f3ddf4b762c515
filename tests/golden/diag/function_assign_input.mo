function f
  input Real a;
  output Real y;
algorithm
  a := 2;
  y := a;
end f;
model M
  Real x = f(time);
end M;
