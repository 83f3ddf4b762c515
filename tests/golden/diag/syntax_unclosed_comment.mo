model M
  Real x = 1; /* never closed
end M;
