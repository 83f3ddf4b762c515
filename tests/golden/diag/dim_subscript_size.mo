model M
  parameter Integer k = 2, l = 3;
  Real v[k, l] = fill(time, k, l);
  Real w = v[1, 4];
end M;
