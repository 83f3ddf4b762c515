connector Pin
  Real v;
  flow Real i;
end Pin;
model Signal
  Real y = 5 + time;
end Signal;
model Source
  Pin p, n;
  Signal signal;
equation
  p.v - n.v = signal.y;
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
model ShortSource
  Source s;
  Resistor r;
  Ground g;
equation
  connect(s.p, r.p);
  connect(s.n, r.n);
  connect(s.n, g.p);
  connect(s.p, g.p);
end ShortSource;
