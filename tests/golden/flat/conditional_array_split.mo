// Elements of an array of components that differ in structure (pitfall 10).
model P
  parameter Real k = 1;
end P;
model Comp
  parameter Boolean use = true;
  parameter Integer n = 1;
  P p(k = 3) if use;
  Real x[n] = fill(time, n);
end Comp;
model M
  Comp m[2](use = {true, false}, n = {2, 1});
end M;
// m[1].use = true; m[1].n = 2; m[1].p.k = 3; m[1].x[2]; m[2].use = false; m[2].n = 1; no m[2].p; m[2].x[1]
