// Warnings: `each` where nothing is an array.
model A
  parameter Real k = 1;
end A;
model M
  A a(each k = 2);
  A b[2](each k = 2);
  Real z(each start = 3) = time + missing;
end M;
