model Source
  Real v = 10;
equation
  v = 12;
end Source;
model M
  Source s;
  Real x = s.v;
end M;
