type E = enumeration(one, two, one, start);
model M
  E e = E.two;
end M;
