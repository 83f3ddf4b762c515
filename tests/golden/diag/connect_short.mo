// The connection that closes the circle is told, not another one of the node.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Source
  Pin p, n;
equation
  p.v - n.v = 10;
  p.i + n.i = 0;
end Source;
model Resistor
  Pin p, n;
equation
  p.v - n.v = 5*p.i;
  p.i + n.i = 0;
end Resistor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Short
  Source s;
  Resistor r;
  Ground g;
equation
  connect(s.p, r.p);
  connect(r.n, g.p);
  connect(s.n, g.p);
  connect(s.p, g.p);
end Short;
