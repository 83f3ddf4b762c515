function f
  input Real x;
  output Real y;
  y := 2*x;
end f;
model M
  Real z = f(time);
end M;
