// Specification 7.2.4: two arguments must not modify the same element.
model A
  parameter Real p = 1;
  parameter Real q = 2;
end A;
model M
  A a(p = 3, q = 1, p = 3);
end M;
