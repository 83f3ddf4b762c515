// Outer declarations without an inner one must agree in their class.
model World
  parameter Real g = 1;
end World;
model Other
  parameter Real g = 1;
end Other;
model A
  outer World w;
  Real y = w.g;
end A;
model B
  outer Other w;
  Real y = w.g;
end B;
model M
  A a;
  B b;
end M;
