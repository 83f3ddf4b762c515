model Part
  Real x = 1;
end Part;
model M
  Real y = Part;
  Part p;
  Real z = p;
end M;
