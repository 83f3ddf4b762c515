model M
  parameter Integer m;
  parameter Integer n = m + 1;
  Real x[n] = fill(time, n);
end M;
