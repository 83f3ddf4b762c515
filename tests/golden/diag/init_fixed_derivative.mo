model Car
  parameter Real m = 1200;
  parameter Real F = 3000;
  Real v(start = 0, fixed = true);
  Real s(start = 0, fixed = true);
equation
  der(s) = v;
  m*v = F;
end Car;
