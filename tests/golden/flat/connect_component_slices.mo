// Connects of slices of arrays of components and of rows of arrays of connectors.
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
model Board
  Pin q[2, 2];
equation
  for i in 1:2, j in 1:2 loop
    q[i, j].v = 10*i + j;
  end for;
end Board;
model Top
  R r[3];
  R s[2];
  Board b;
equation
  connect(r[1:2].n, r[2:3].p);
  connect(b.q[1, :], s.p);
  connect(b.q[2, :], s.n);
  connect(r[1].p, b.q[1, 1]);
  connect(r[end].n, b.q[2, 2]);
end Top;
// r[1].n - r[2].p; r[2].n - r[3].p; b.q[1,1] - s[1].p - r[1].p; b.q[1,2] - s[2].p; b.q[2,1] - s[1].n; b.q[2,2] - s[2].n - r[3].n
