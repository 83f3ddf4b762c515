// A replaceable component that is an array, redeclared with each modifier; the size stays.
model Cell
  parameter Real k = 1;
  Real x = k*time;
end Cell;
model BigCell
  extends Cell(k = 10);
  Real y = x;
end BigCell;
model Stack
  parameter Integer n = 2;
  replaceable Cell c[n] constrainedby Cell;
end Stack;
model Top
  Stack s(n = 3, redeclare BigCell c(k = {1, 2, 3}));
  Stack t;
end Top;
// s.c[i].k = i; s.c[i].x = s.c[i].k*time; s.c[i].y = s.c[i].x; t.c[i].k = 1 for i in 1:2
