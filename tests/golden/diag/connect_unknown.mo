connector Pin
  Real v;
  flow Real i;
end Pin;
model Part
  Pin plus;
equation
  plus.v = 1;
end Part;
model M
  Part a, b;
equation
  connect(a.plus, b.puls);
end M;
