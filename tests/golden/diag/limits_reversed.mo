model MinMax
  parameter Real x(min = 5, max = 1) = 3;
  Real y = x*time;
end MinMax;
