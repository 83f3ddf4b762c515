// Slices through arrays of components, reductions over them, as function arguments and in modifiers.
model Cell
  parameter Real k = 1;
  Real x[2] = {k, k^2};
end Cell;
function mean
  input Real v[:];
  output Real y = sum(v)/size(v, 1);
algorithm
end mean;
model M
  parameter Integer n = 3;
  Cell c[n](k = 1:n);
  Real a = sum(c.k), b = max(c[1:2].k), d = mean(c[:].x[1]);
  Real e[2] = c[2:3].x[2];
  Real f[n, 2] = c.x;
  Real g[2, 2] = c[{3, 1}].x;
  Real h = sum(c[i].k*c[i].x[1] for i in 1:n);
  Cell other[2](k = c[2:3].k);
end M;
// c[i].k = (1:n)[i]; a = sum(c.k); ...; other[1].k = c[2].k; other[2].k = c[3].k
