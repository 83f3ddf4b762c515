// An equation between records is one between all their fields.
record Point
  Real x;
  Real y;
end Point;
record Line
  Point a;
  Point b;
  Real w[2];
end Line;
function mirror
  input Line l;
  output Line r;
algorithm
  r := l;
  r.a := l.b;
  r.b.x := l.a.x;
  r.b.y := l.a.y;
  r.w[1] := l.w[2];
  r.w[2] := l.w[1];
end mirror;
model M
  Line s;
  Line t = mirror(s);
  Line u = s;
  constant Line c = mirror(Line(Point(1, 2), Point(3, 4), {5, 6}));
  constant Real cx = c.a.x, cw = c.w[1];
equation
  s = Line(Point(time, 2*time), Point(3*time, 4*time), {5*time, 6*time});
end M;
// u.a.x = s.a.x, ...; c = ((3, 4), (1, 2), {6, 5}); cx = 3; cw = 6
