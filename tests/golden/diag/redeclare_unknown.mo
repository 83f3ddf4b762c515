model A
  parameter Real k = 1;
end A;
model Host
  replaceable A part;
end Host;
model M
  Host h(redeclare A prat);
end M;
