// A connect to a part of a disabled component disappears, also inside loops and through arrays.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Res
  Pin p, n;
equation
  p.v - n.v = p.i;
  p.i + n.i = 0;
end Res;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Top
  parameter Boolean three = false;
  Res r[2];
  Res extra if three;
  Ground g;
equation
  connect(r[1].n, r[2].p);
  connect(r[2].n, extra.p);
  connect(extra.n, g.p);
  connect(r[1].p, g.p);
end Top;
// r[1].n.v = r[2].p.v; r[1].n.i + r[2].p.i = 0; r[2].n.i = 0; r[1].p.v = g.p.v; r[1].p.i + g.p.i = 0; g.p.v = 0
