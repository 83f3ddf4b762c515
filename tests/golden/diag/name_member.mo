model Part
  Real speed = time;
end Part;
model M
  Part p;
  Real y = p.sped;
end M;
