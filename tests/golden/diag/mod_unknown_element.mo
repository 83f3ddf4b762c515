model Part
  parameter Real stiffness = 1;
end Part;
model M
  Part p(stifness = 2);
end M;
