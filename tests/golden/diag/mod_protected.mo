model Part
protected
  parameter Real k = 1;
end Part;
model M
  Part p(k = 2);
end M;
