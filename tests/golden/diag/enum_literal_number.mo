type E = enumeration(a, b);
model M
  E e = E(5);
  E f[2] = E({1, 0});
  E good = E(2);
end M;
