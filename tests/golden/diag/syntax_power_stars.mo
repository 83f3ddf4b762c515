model M
  Real x = 2**3;
end M;
