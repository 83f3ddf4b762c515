model Inertia
  parameter Real J = 1;
end Inertia;
model Drive
  Inertia inertia;
end Drive;
model A
  extends Drive(J = 2);
end A;
