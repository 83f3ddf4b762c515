connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
end Resistor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model M
  Resistor r;
  Ground g;
equation
  connect(r.p, g.p);
  connect(r.n, g.p);
end M;
