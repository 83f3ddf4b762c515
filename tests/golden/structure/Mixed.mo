// The mode of the relation depends on the unknown of the equation: one mixed system.
model Mixed
  Real x(start = 0, fixed = true), i, u;
  Boolean closed;
equation
  der(x) = i;
  u = sin(time) - x;
  closed = u - i > 0;
  u = i + (if closed then 1 else 1000)*i;
end Mixed;
