// Functions are called through components with parts, not through variables.
model Through
  Real x, y, z;
equation
  x = time;
  z = x.scaled(time);
algorithm
  y := y.filtered(x);
end Through;
