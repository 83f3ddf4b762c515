// An extends modifier sees the class's own later elements (pitfall 4).
record Rec
  constant Integer id;
end Rec;
model Mix
  constant Integer names[:];
  Real x[size(names, 1)];
equation
  x = names*time;
end Mix;
model Use
  extends Mix(names = data[:].id);
  constant Rec data[:] = {Rec(3), Rec(4)};
end Use;
// constant Integer names[2] = {3, 4} (= data[:].id); Real x[2]; constant Integer data[1].id = 3, data[2].id = 4;
// equation x = names*time;
