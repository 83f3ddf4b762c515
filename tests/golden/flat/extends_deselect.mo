// Specification 7.4: an extends clause leaves out a component with its connections, or connections,
// in either order and inside loops; a component of that name can be added.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Part
  Pin p, n;
equation
  p.v - n.v = p.i;
  p.i + n.i = 0;
end Part;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Other
  extends Part;
  parameter Real k = 3;
end Other;
model Base
  Part a, b, r[3];
  Ground g;
equation
  connect(a.n, b.p);
  connect(b.n, g.p);
  connect(a.p, g.p);
  for i in 1:2 loop
    connect(r[i].n, r[i + 1].p);
  end for;
end Base;
model Top
  extends Base(break b, break connect(r[i + 1].p, r[i].n));
  Other b(k = 4);
equation
  connect(a.n, b.n);
  connect(b.p, g.p);
end Top;
// no connection of the old b and none between the r
