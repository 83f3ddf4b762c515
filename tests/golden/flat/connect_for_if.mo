// connects in for- and if-equations; the condition is structural.
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
model Fixed
  parameter Real v0 = 0;
  Pin p;
equation
  p.v = v0;
end Fixed;
model Chain
  parameter Integer n = 3;
  parameter Boolean ring = false;
  R r[n];
  R last;
  Fixed source(v0 = 1), ground;
equation
  for k in 1:n - 1 loop
    connect(r[k].n, r[k + 1].p);
  end for;
  if ring then
    connect(r[n].n, r[1].p);
  else
    connect(r[n].n, last.p);
  end if;
  connect(source.p, r[1].p);
  connect(last.n, ground.p);
end Chain;
// r[k].n.v = r[k+1].p.v, r[k].n.i + r[k+1].p.i = 0 for k = 1, 2; the same for r[3].n and last.p; source.p and r[1].p joined, last.n and ground.p joined
