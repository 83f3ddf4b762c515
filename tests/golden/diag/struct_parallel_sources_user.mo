connector Pin
  Real v;
  flow Real i;
end Pin;
model Source
  Pin p, n;
  parameter Real V = 12;
equation
  p.v - n.v = V;
  p.i + n.i = 0;
end Source;
model Resistor
  Pin p, n;
equation
  p.v - n.v = 10*p.i;
  p.i + n.i = 0;
end Resistor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model M
  Source a(V = 12), b(V = 24);
  Resistor r;
  Ground g;
equation
  connect(a.p, b.p);
  connect(a.p, r.p);
  connect(a.n, b.n);
  connect(a.n, r.n);
  connect(a.n, g.p);
end M;
