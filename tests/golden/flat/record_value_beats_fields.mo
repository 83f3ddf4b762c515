// A value for a whole record beats the values of its fields from further in (notes 1).
record R
  Real x = 1;
  Real y = 2;
end R;
model M
  parameter R r(x = 10, y = 20);
end M;
model Top
  M m(r = R(y = 7));
end Top;
// m.r.x = 1 (default of the constructor), m.r.y = 7
