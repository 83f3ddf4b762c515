record R
  Real v[2];
end R;
model M
  parameter R r = R({1, 2, 3});
  parameter R q(v = {1});
end M;
