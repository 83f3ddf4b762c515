connector Two
  Real v[2];
  Real t;
  flow Real i[2];
end Two;
model M
  Two two;
end M;
