model Part
  parameter Boolean on = true;
end Part;
model M
  M a if b.on;
  Part b if a.on;
end M;
