model M
  Real x = 1;
  Integer n = 2;
  Real x = 3;
end M;
