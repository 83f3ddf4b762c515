model Part
  Real x = time;
end Part;
model M
  Boolean on = time > 1;
  Part p if on;
end M;
