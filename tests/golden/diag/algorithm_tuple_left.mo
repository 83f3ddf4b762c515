model M
  Real x, y;
algorithm
  (x, 2*y) := size({1, 2});
end M;
