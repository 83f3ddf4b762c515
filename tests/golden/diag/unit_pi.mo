model M
  constant Real pi = 3.14159;
  parameter Real d(unit = "m") = 0.1, A(unit = "m2") = pi*d/4;
end M;
