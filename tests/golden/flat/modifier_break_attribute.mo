// Specification 7.2.7: break takes the value, or the attribute, away; a stronger modifier gives it
// again.
model A
  parameter Real p = 1;
  Real x(start = 3, min = 0) = 1;
end A;
model B
  extends A(p = break, x(start = break) = break);
equation
  x = time;
end B;
model Top
  B b(p = 5), c(p = 6, x(start = 7));
end Top;
