type E = enumeration(a, b);
model M
  Real x[2] = {1, 2};
  Real k[E] = {1, 2};
  Real y = x[E.a];
  Real z = k[1];
end M;
