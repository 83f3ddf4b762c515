model W
  parameter Real g = 1;
end W;
model B
  outer W w;
  Real x = w.gg;
end B;
model M
  inner W w;
  B b;
end M;
