// Two bases with a common base: one copy of its elements (pitfall 34); values are compared after both modifications.
model Common
  parameter Real k = 1;
  Real x = k*time;
end Common;
model Left
  extends Common;
  Real l = x + 1;
end Left;
model Right
  extends Common;
  Real r = x + 2;
end Right;
model Both
  extends Left(k = 5);
  extends Right(k = 5);
end Both;
// parameter Real k = 5; Real x = k*time; Real l = x + 1; Real r = x + 2;
