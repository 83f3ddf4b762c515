model Part
  parameter Real k;
  Real x = k*time;
end Part;
model M
  Part p;
end M;
