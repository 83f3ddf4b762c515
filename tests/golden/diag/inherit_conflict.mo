model A
  Real x = 1;
  parameter Real k = 2;
end A;
model B
  Real x = 1;
  parameter Real k = 3;
end B;
model M
  extends A;
  extends B;
end M;
