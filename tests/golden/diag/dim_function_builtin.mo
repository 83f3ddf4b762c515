model M
  Real a[2, 2] = identity(2.5);
  Real b[3] = cross({1, 2}, {3, 4});
  Real c = scalar({1, 2});
  Real d[2] = transpose({1, 2});
  Integer e = size({1, 2}, 2);
  Real f[2] = linspace(0, 1, 3);
end M;
