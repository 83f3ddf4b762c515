model M
  Real end = 1;
end M;
