// Only sums may be of arrays.
model M
  Real a = max({i, 2} for i in 1:3);
  Real b[2] = product({i, 2} for i in 1:3);
  String c = sum("a" for i in 1:3);
end M;
