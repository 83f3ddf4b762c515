// A record from a model or connector of the same fields: R(m) (section 12.6.1 of the specification).
record R
  Real x;
  Real y;
end R;
model Comp
  Real y = 2*time;
  Real x = time;
  Real other = 1;
end Comp;
model M
  Comp c;
  R r = R(c);
end M;
// r.x = c.x; r.y = c.y
