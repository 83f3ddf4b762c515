type A = enumeration(x, y);
type B = enumeration(p, q);
model M
  A a = B.p;
  Boolean c = A.x < B.q;
  Integer n = A.x;
end M;
