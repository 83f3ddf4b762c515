model M
  Real x = 1.2.3;
  Real y = 1e;
end M;
