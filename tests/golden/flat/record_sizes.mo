// Field sizes from the value (pitfall 41); a field's default may ask for the size of another.
record R
  Real v[:];
  Integer n = size(v, 1);
end R;
model M
  parameter R r = R({1, 2, 3});
  R s(v = {time, 2*time});
  Real x[r.n] = r.v*time;
end M;
// parameter Real r.v[3] = {1, 2, 3}; r.n = 3 (or the size of the value); Real s.v[2] = {time, 2*time}; Integer s.n = size(s.v, 1); Real x[3] = r.v*time;
