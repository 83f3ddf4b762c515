// Specification 7.3.3: constants cannot be redeclared.
model A
  replaceable constant Real x = 1;
end A;
model Top
  A a(redeclare Real x = 2);
end Top;
