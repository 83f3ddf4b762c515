record R
  Real a;
  Real b;
end R;
model M
  parameter R r = R(1, 2, 3);
  parameter R q = R(1);
end M;
