connector Pin
  Real v;
  flow Real i;
end Pin;
model Base
  Pin a, b;
equation
  connect(a, b);
end Base;
model M
  extends Base(break connect(b, b));
end M;
