model A
  Real x "position" (start = 1);
  parameter Real k = 5 (unit = "m");
  Real y(start = 1) = time "fine";
equation
  der(x) = k;
end A;
