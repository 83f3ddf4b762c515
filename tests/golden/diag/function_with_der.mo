function f
  input Real a;
  output Real y;
algorithm
  y := der(a) + pre(a);
end f;
model M
  Real x = f(time);
end M;
