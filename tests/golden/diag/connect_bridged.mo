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
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Source
  Pin p, n;
equation
  p.v - n.v = 5;
  p.i + n.i = 0;
end Source;
model A
  R r, q;
  Source s;
  Ground g;
equation
  connect(s.p, r.p);
  connect(r.p, r.n);
  connect(r.n, q.p);
  connect(q.n, s.n);
  connect(s.n, g.p);
end A;
