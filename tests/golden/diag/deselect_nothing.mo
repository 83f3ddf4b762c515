// Specification 7.4: what is left out must be there.
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
  extends Base(break c);
end M;
