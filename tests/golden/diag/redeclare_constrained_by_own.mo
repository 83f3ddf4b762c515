// What constrains N holds a redeclaration of N itself: each asks once whether it fits.
model Heated
  parameter Real R = 1;
end Heated;
model Circuit
  replaceable model N = Circuit4;
  N n;
end Circuit;
model Circuit4
  extends Circuit(redeclare model N = Heated);
end Circuit4;
model Top
  Circuit d(redeclare model N = Heated);
end Top;
