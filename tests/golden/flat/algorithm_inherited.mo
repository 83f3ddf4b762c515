// Sections of bases come before those of the derived class; of components in order.
model A
  Real x;
algorithm
  x := time;
end A;
model B
  extends A;
  Real y;
algorithm
  y := x;
end B;
model M
  B b;
  Real z;
algorithm
  z := b.y;
end M;
// algorithm b.x := time; algorithm b.y := b.x; algorithm z := b.y
