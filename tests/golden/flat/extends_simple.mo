// Inherited elements stand at the place of their extends clause, inherited equations come first (13.3).
model T1
  parameter Real p = 2;
  Real x(start = p);
equation
  der(x) = -p*x;
end T1;
model T3
  Real before = 1;
  extends T1(p = 4);
  Real y = x;
end T3;
// Real before = 1; parameter Real p = 4; Real x(start = p); Real y = x; equation der(x) = -p*x;
