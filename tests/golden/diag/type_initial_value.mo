model M
  Real x(start = {1, 2});
  Integer n(start = 1.5, min = "a") = 1;
equation
  der(x) = 1;
end M;
