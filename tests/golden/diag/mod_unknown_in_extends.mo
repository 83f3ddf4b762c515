model Base
  parameter Real gian = 1;
end Base;
model M
  extends Base(gain = 2);
end M;
