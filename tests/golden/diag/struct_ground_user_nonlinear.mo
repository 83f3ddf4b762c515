connector Pin
  Real v;
  flow Real i;
end Pin;
model Diode
  Pin p, n;
equation
  p.i = 1e-9*(exp((p.v - n.v)/0.025) - 1);
  p.i + n.i = 0;
end Diode;
model Resistor
  Pin p, n;
equation
  p.v - n.v = 100*p.i;
  p.i + n.i = 0;
end Resistor;
model Source
  Pin p, n;
equation
  p.v - n.v = 5;
  p.i + n.i = 0;
end Source;
model M
  Source s;
  Resistor r;
  Diode d;
equation
  connect(s.p, r.p);
  connect(r.n, d.p);
  connect(d.n, s.n);
end M;
