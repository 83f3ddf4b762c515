// Arrays in arrays of components with values through both levels; sizes that differ split the array.
model Leaf
  parameter Integer m = 1;
  parameter Real k[m] = fill(1, m);
  Real x = sum(k)*time;
end Leaf;
model Branch
  parameter Integer n = 1;
  Leaf l[n](each m = 2);
end Branch;
model Top
  Branch b[2](n = {1, 2});
  Branch c(n = 2, l(k = [1, 2; 3, 4]));
  Leaf d[2](m = {1, 3});
end Top;
// b[1].n = 1; b[1].l[1].k[2]; b[2].n = 2; b[2].l[1..2].k[2]; c.l[1].k = {1,2}; c.l[2].k = {3,4}; d[1].k[1]; d[2].k[3]
