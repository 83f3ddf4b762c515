// The connection that brings the two pins together is named, not one of the others at the same node.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  parameter Real R = 1;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;
model Source
  Pin p, n;
equation
  p.v - n.v = 10;
  p.i + n.i = 0;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Ring "Meant: connect(line.n, load.p)"
  Source source;
  Resistor line, load;
  Ground ground;
equation
  connect(source.p, line.p);
  connect(load.n, source.n);
  connect(line.p, source.n);
  connect(ground.p, source.p);
  connect(line.n, load.p);
end Ring;
