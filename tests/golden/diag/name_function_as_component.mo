function f
  input Real u;
  output Real y;
algorithm
  y := u;
end f;
model M
  f g;
end M;
