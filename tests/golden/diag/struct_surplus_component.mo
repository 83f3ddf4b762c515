connector Pin Real v; flow Real i; end Pin;
model Battery "gives its voltage and its current"
  Pin p, n;
equation
  p.v - n.v = 12;
  p.i = -3;
  p.i + n.i = 0;
end Battery;
model Lamp
  Pin p, n;
  Real u, i;
equation
  u = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
  u = 4*i;
end Lamp;
model Ground Pin p; equation p.v = 0; end Ground;
model M
  Battery battery;
  Lamp cable, lamp;
  Ground g;
equation
  connect(battery.p, cable.p);
  connect(cable.n, lamp.p);
  connect(lamp.n, battery.n);
  connect(battery.n, g.p);
end M;
