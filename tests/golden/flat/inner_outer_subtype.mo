// The inner may have a subclass of the outer's class; each element of an array has its own inner.
partial model Field
  Real g;
end Field;
model Uniform
  extends Field;
  parameter Real g0 = 9.81;
equation
  g = g0;
end Uniform;
model Body
  outer Field field;
  Real f = field.g;
end Body;
model Planet
  inner Uniform field(g0 = 1);
  Body b;
end Planet;
model Top
  inner Uniform field;
  Body b[2];
  Planet p[2](field(g0 = {3, 4}));
end Top;
// field.g0 = 9.81; b[i].f = field.g; p[1].field.g0 = 3, p[2].field.g0 = 4; p[i].b.f = p[i].field.g
