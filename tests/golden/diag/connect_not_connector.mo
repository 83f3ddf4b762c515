connector Pin
  Real v;
  flow Real i;
end Pin;
model Part
  Pin p;
  Real x = 1;
equation
  p.v = 1;
end Part;
model M
  Part a, b;
equation
  connect(a, b);
  connect(a.x, b.x);
end M;
