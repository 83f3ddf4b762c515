model C
  parameter Real k[2] = {1, 2};
  Real x[2](each start = 0) = {1, 2};
end C;
model M
  C c[3](k = {5, 6});
end M;
