model M
  Real x(start = "one", fixed = 1);
  Boolean b(start = 0) = time > 1;
  Real y(unit = 3) = 1;
equation
  der(x) = 1;
end M;
