model M
  constant Integer n = div(1, 0);
  Real x[n];
end M;
