// Records in records, arrays of records, arrays in records; values by constructors, positional and named.
record Point
  Real x;
  Real y = 1;
end Point;
record Line
  Point a;
  Point b(y = 5);
  Real w[2] = {1, 2};
end Line;
model M
  parameter Line l(a = Point(3), b = Point(x = 4, y = 6));
  parameter Line m = Line(a = Point(1, 2), b = Point(3, 4));
  parameter Point p[2] = {Point(1, 2), Point(3, 4)};
  parameter Point q[2](x = {7, 8}, each y = 9);
end M;
// l.a.x = 3, l.a.y = 1, l.b.x = 4, l.b.y = 6, l.w = {1, 2}; m.a = (1, 2), m.b = (3, 4), m.w = {1, 2};
// p[1] = (1, 2), p[2] = (3, 4); q[1] = (7, 9), q[2] = (8, 9)
