model Dbl
  Real x, y, z;
equation
  x = y = z;
  z = time; y = 2;
end Dbl;
