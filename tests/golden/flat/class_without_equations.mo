class Data
  parameter Integer n;
  parameter Real x[n] = zeros(n);
end Data;
class Base
  parameter Data first(n = 1);
  parameter Data second(n = 5);
  parameter Data third(x = {1, 2}, n = 2);
end Base;
model M
  extends Base(first(n = 3), second = first);
end M;
