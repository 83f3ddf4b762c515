connector Pin
  Real v; flow Real i;
end Pin;
model R
  Pin p, n;
equation
  p.v - n.v = p.i; p.i + n.i = 0;
end R;
model Gnd
  Pin p;
equation
  p.v = 0;
end Gnd;
model Chain
  parameter Integer n = 3;
  R r[n]; Gnd g;
equation
  for i in 1:n loop connect(r[i].n, r[i+1].p); end for;
  connect(r[n].n, g.p);
end Chain;
