partial function f
  input Real a;
  output Real y;
end f;
model M
  Real x = f(time);
end M;
