connector Pin
  Real v;
  flow Real i;
end Pin;
model A
  Pin p[2];
equation
  p.v = {1, 2};
end A;
model B
  Pin p[3];
equation
  p.i = {1, 2, 3};
end B;
model M
  A a;
  B b;
equation
  connect(a.p, b.p);
end M;
