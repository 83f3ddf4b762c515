// Specification 7.3.3: constants cannot be redeclared; by a constant it is only a warning.
model A
  replaceable constant Real x = 1;
end A;
model Top
  A a(redeclare constant Real x = 2);
end Top;
