model A
  parameter Real k = 1;
end A;
model M
  parameter Boolean on = false;
  A a if on;
  parameter Real p = a.k;
end M;
