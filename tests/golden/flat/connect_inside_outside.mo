// The example of inside and outside connectors: signs of flows on two levels.
connector Pin
  Real v;
  flow Real i;
end Pin;
model R
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end R;
model Pair
  Pin a, b;
  R r1, r2;
equation
  connect(a, r1.p);
  connect(a, r2.p);
  connect(r1.n, b);
  connect(r2.n, b);
end Pair;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Source
  Pin p;
equation
  p.v = 10;
end Source;
model Top
  Pair x, y;
  Ground g;
  Source s;
equation
  connect(s.p, x.a);
  connect(x.b, y.a);
  connect(y.b, g.p);
end Top;
// in x: x.a.v = x.r1.p.v = x.r2.p.v; x.r1.p.i + x.r2.p.i - x.a.i = 0; x.r1.n.i + x.r2.n.i - x.b.i = 0; the same in y;
// in Top: s.p.i + x.a.i = 0; x.b.i + y.a.i = 0; y.b.i + g.p.i = 0 and equal potentials
