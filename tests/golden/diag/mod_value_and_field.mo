// A record is given a value as a whole and one of its fields another one, in one list.
record R
  Real x = 1;
  Real y = 1;
end R;
model A
  R r;
end A;
model M
  A list(r = R(1, 2), r(y = 2));
  A one(r(x = 1) = R(1, 2));
  A path(r = R(1, 2), r.y = 2);
  R self(y = 3) = R(time, 1);
end M;
