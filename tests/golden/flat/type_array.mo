// Array dimensions of types come after those of the declaration; each and split in types (pitfall 38, notes 5).
type Pos = Real[3](each unit = "m");
type V = Real[3](start = {1, 2, 3});
model M
  parameter Integer n = 2;
  Pos r[n];
  V v[n];
  Real[3] x[2];
equation
  r = fill(time, 2, 3);
  v = fill(time, 2, 3);
  x = [1, 2, 3; 4, 5, 6]*time;
end M;
// parameter Integer n = 2; Real r[2,3](unit = "m" each); Real v[2,3](start = {{1,2,3},{1,2,3}}); Real x[2,3];
