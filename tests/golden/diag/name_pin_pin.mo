connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  Pin Pin;
end M;
