model A
  parameter Real x = 1;
end A;
model B
  parameter Real y = 3;
end B;
model Base
  replaceable A a;
  replaceable Real z = 1;
end Base;
model Top
  Base b(redeclare B a);
  Base c(redeclare Integer z = 2);
end Top;
