model DerA
  Real x(start = 1, fixed = true);
algorithm
  der(x) := -x;
end DerA;
