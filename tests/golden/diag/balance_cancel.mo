model Less
  Real x, y;
equation
  x = time;
end Less;
model More
  Real x = 1;
equation
  x = 2;
end More;
model M
  Less a;
  More b;
end M;
