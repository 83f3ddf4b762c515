model A
  parameter Real k = 1;
end A;
model B
  parameter Real k = 2;
  parameter Real j = 3;
end B;
model Host
  A a;
  model C = A;
  C c;
end Host;
model M
  Host h(redeclare B a);
  Host g(redeclare model C = B);
end M;
