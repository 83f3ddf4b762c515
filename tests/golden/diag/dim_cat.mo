model M
  Real x[3, 2] = cat(1, [1, 2], [3; 4]);
  Real y[2] = cat(3, {1}, {2});
end M;
