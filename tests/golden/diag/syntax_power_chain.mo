model M
  Real x = 2^3^2;
end M;
