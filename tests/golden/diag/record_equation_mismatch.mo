record A
  Real x;
end A;
record B
  Real x;
  Real y;
end B;
model M
  A a;
  B b;
equation
  b.x = 1;
  b.y = 2;
  a = b;
end M;
