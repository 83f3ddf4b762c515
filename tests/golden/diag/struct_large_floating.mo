connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  Pin p, n;
equation
  p.v - n.v = 2*p.i;
  p.i + n.i = 0;
end Resistor;
model Voltage
  Pin p, n;
equation
  p.v - n.v = 12;
  p.i + n.i = 0;
end Voltage;
model M "60 resistors at one node: too many for exact elimination"
  Voltage s;
  Resistor r[60];
equation
  for i in 1:60 loop
    connect(s.p, r[i].p);
    connect(r[i].n, s.n);
  end for;
end M;
