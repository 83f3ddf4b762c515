// The same by a dotted name; a value and an attribute are different things.
model A
  Real r(unit = "m");
end A;
model M
  A good(r.start = 2, r(min = 0), r = time);
  A bad(r.start = 2, r(start = 3), r = time);
end M;
