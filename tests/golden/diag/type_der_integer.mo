model M
  Integer n = 1;
  Real x = der(n);
  Boolean b = true;
  Real y = der(b);
end M;
