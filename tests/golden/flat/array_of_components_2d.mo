// Arrays of components with two dimensions, arrays inside arrays, references through them.
model Cell
  parameter Real k = 1;
  Real v[2] = {k, 2*k}*time;
end Cell;
model Row
  Cell c[2](k = {1, 2});
end Row;
model M
  Cell a[2, 3](k = {10*i + j for j in 1:3, i in 1:2});
  Row r[2](c(k = [5, 6; 7, 8]));
  Real s[2, 3, 2] = a.v;
  Real t[2, 2] = r.c.v[1];
  Real u[3] = a[2, :].v[2];
  Real w = r[2].c[1].v[2];
end M;
// a[i,j].k = 10*i + j; r[1].c.k = {5, 6}; r[2].c.k = {7, 8}; s[i,j,k] = a[i,j].v[k]; t[i,j] = r[i].c[j].v[1];
// u[j] = a[2,j].v[2]; w = r[2].c[1].v[2]
