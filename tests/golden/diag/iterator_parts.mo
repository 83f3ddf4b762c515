record R
  Real x;
end R;
model M
  R r[2](x = {time, 2});
  Real a = sum(e.z for e in r);
  Real b = sum(e.z for e in 1:3);
end M;
