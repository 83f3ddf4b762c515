// The right side of a modifier is looked up where the modifier is written (notes 13.2, pitfalls 1 and 3).
model T1
  parameter Real p = 2;
  Real x(start = p);
equation
  der(x) = -p*x;
end T1;
model D
  parameter Real p = 7;
  T1 b(p = 11);
end D;
model T2
  parameter Real p = 3;
  T1 a(p = p), b(x(start = 5));
  D d(b(p = p));
end T2;
// parameter Real p = 3;
// parameter Real a.p = p; Real a.x(start = a.p);
// parameter Real b.p = 2; Real b.x(start = 5);
// parameter Real d.p = 7; parameter Real d.b.p = p; Real d.b.x(start = d.b.p);
// equation der(a.x) = -a.p*a.x; der(b.x) = -b.p*b.x; der(d.b.x) = -d.b.p*d.b.x;
