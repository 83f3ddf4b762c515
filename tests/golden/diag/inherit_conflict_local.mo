model A
  Real x = 1;
end A;
model M
  extends A;
  Integer x = 2;
end M;
