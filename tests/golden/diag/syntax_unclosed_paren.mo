model M
  Real x = (1 + 2;
  Real y = 3;
end M;
