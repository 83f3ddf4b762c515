type E = enumeration(a, b);
model M
  constant E e = E(3);
  Real k[E] = {1, 2};
  Real x = k[e];
end M;
