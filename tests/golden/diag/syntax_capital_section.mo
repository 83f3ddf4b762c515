model CapitalSection
  Real x(start = 1, fixed = true), y, z;
Equation
  y = 2*x;
  z = 3*y;
  der(x) = -x;
end CapitalSection;
