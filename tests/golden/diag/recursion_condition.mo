model Part
  parameter Boolean on = true;
end Part;
model M
  Part a if b.on;
  Part b if a.on;
end M;
