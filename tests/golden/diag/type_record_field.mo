record R
  Integer n;
  String s;
end R;
model M
  parameter R r = R(1, 2);
  parameter R q(n = "three", s = "four");
end M;
