model Base
  parameter Integer n = 1;
  Real x[n] = fill(time, n);
end Base;
model M
  extends Base(n = "two");
end M;
