// Specification 5.4: outer components cannot be modified, neither from outside nor where declared.
model A
  outer Real T0;
  Real y = T0;
end A;
model B
  outer parameter Real p = 2;
  Real y = p;
end B;
model M
  inner Real T0 = 1;
  inner parameter Real p = 1;
  A a(T0 = 4);
  B b;
end M;
