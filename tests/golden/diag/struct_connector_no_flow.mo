connector Pin
  Real v;
  Real i "flow forgotten";
end Pin;
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
model Source
  Pin p, n;
equation
  p.v - n.v = 10;
  p.i + n.i = 0;
end Source;
model M
  Source s;
  Resistor r;
  Ground g;
equation
  connect(s.p, r.p);
  connect(s.n, r.n);
  connect(s.n, g.p);
end M;
