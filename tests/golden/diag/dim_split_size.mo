model C
  parameter Real k = 1;
end C;
model M
  C c[3](k = {1, 2});
end M;
