// Connectors with flows as members: their flows are zero where nothing else is connected.
connector Pin
  Real v;
  flow Real i;
end Pin;
expandable connector Bus
  Pin plus;
end Bus;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Load
  Pin p;
equation
  p.i = p.v - 1;
end Load;
model Battery
  Bus bus;
  Ground g;
equation
  connect(bus.minus, g.p);
end Battery;
model User
  Bus bus;
  Load l;
equation
  connect(l.p, bus.minus);
end User;
model Pass
  Bus bus;
end Pass;
model ExpandablePins
  Battery b;
  User u;
  Pass p;
equation
  connect(b.bus, u.bus);
  connect(p.bus, b.bus);
end ExpandablePins;
