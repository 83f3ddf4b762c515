model M "Values outside of the limits of their variables"
  parameter Real m(unit = "kg", min = 0) = -2;
  parameter Real eta(max = 1) = 80;
  Real x(start = 3, max = 2, fixed = true);
equation
  der(x) = m*eta;
end M;
