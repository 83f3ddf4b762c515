connector Pin
  Real v;
  flow Real i;
end Pin;
model Source
  Pin p, n;
equation
  p.v - n.v = 5;
  p.i + n.i = 0;
end Source;
model Ground
  Pin p(v = 0);
end Ground;
model M
  Source s;
  Ground g;
equation
  connect(s.p, s.n);
  connect(s.n, g.p);
end M;
