model R
  parameter Real R = 1;
end R;
model M
  R r[R = 10];
end M;
