connector Pin
  Real v;
  flow Real i;
end Pin;
model Source
  Pin p, n;
equation
  p.v - n.v = 5;
  p.i + n.i = 0;
end Source;
model Resistor
  Pin p, n;
equation
  p.v - n.v = 2*p.i;
  p.i + n.i = 0;
end Resistor;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model GroundIdle
  Source s;
  Resistor r;
  Ground g;
equation
  connect(s.p, r.p);
  connect(s.n, r.n);
end GroundIdle;
