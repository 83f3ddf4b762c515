connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  Pin a, b;
algorithm
  connect(a, b);
end M;
