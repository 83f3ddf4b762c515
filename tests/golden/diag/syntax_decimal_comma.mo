model M
  Real x = 3,5;
end M;
