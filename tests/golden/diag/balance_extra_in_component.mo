connector Pin
  Real v;
  flow Real i;
end Pin;
model R
  Pin p, n;
  parameter Real R = 1;
  Real u, i;
equation
  u = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
  u = R*i;
  u = 2*i;
end R;
model G
  Pin p;
equation
  p.v = 0;
end G;
model V
  Pin p, n;
equation
  p.v - n.v = 5;
  p.i + n.i = 0;
end V;
model M
  R r;
  V v;
  G g;
equation
  connect(v.p, r.p);
  connect(v.n, r.n);
  connect(v.n, g.p);
end M;
