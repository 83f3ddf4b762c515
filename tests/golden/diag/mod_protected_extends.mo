model Base
  parameter Real k = 1;
end Base;
model Part
protected
  extends Base;
end Part;
model M
  Part p(k = 2);
end M;
