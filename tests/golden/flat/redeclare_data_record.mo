// A record of data replaced by a derived one with more fields; values of the derived record count.
record Data
  parameter Real m = 1;
  parameter Real r = 2;
end Data;
record Motor
  extends Data(m = 10, final r = 3*m);
  parameter Real J = 5;
end Motor;
model Drive
  replaceable Data data constrainedby Data;
  Real x = data.m*data.r*time;
end Drive;
model Top
  Drive a;
  Drive b(redeclare Motor data(J = 7));
  Drive c(data(m = 4));
  Drive d(redeclare Motor data(m = 20));
end Top;
// a: m = 1, r = 2; b: m = 10, r = 3*b.data.m, J = 7; c: m = 4, r = 2; d: m = 20, r = 3*d.data.m, J = 5
