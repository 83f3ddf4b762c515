model SizesNamed
  parameter Integer n = 4, m = 6;
  Real x[m];
equation
  x = fill(1.0, n);
end SizesNamed;
