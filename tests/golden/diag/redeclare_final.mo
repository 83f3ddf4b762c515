model A
  parameter Real k = 1;
end A;
model Host
  final replaceable A a;
end Host;
model M
  Host h(redeclare A a(k = 2));
end M;
