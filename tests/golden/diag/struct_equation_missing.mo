model Tank
  parameter Real A = 2, k = 0.5;
  Real h(start = 1, fixed = true), q;
  Real inflow "From the pump";
equation
  A*der(h) = inflow - q;
  q = k*sqrt(h);
end Tank;
