// b, c, d are x, -x, x; e is zero, f a constant, g is -der(x): all are eliminated.
model Aliases
  Real x(start = 1, fixed = true), b, c, d, e, f, g;
equation
  der(x) = -g;
  b = x;
  c + b = 0;
  d = -c;
  e = 0;
  f = 3;
  g = b + d;
end Aliases;
