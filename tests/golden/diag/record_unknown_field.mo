record R
  Real width;
  Real height;
end R;
model M
  parameter R r = R(widht = 1, height = 2);
  Real x = r.hight;
end M;
