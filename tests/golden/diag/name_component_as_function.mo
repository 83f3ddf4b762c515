model M
  Real f = 1;
  Real y = f(2);
end M;
