// der of variables, of expressions and of arrays.
model M
  Real x(start = 1), y, z[2];
  Real p = der(x*y);
equation
  der(x) = y;
  y = sin(time) + x;
  der(z) = {x, y};
end M;
// the same
