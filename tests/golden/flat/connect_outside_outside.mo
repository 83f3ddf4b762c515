// Two connectors of a class joined with each other; connects in a base and in the derived class share a set.
connector Pin
  Real v;
  flow Real i;
end Pin;
model R
  Pin p, n;
equation
  p.v - n.v = p.i;
  p.i + n.i = 0;
end R;
partial model Base
  Pin a, b;
  R r;
equation
  connect(a, r.p);
end Base;
model Short
  extends Base;
equation
  connect(a, b);
  connect(r.n, b);
end Short;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Top
  Short s;
  R x;
  Ground g;
equation
  connect(x.n, s.a);
  connect(s.b, x.p);
  connect(s.a, g.p);
end Top;
// in s: s.a, s.b (outside), s.r.p, s.r.n (inside): s.r.p.i + s.r.n.i - s.a.i - s.b.i = 0;
// in Top: x.n.i + s.a.i + g.p.i = 0; s.b.i + x.p.i = 0; all potentials equal
