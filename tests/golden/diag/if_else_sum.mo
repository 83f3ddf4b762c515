model Heater
  parameter Real P = 1000;
  Real T(start = 293.15, fixed = true);
  Boolean on;
equation
  500*der(T) = if on then P else 0 - 5*(T - 293.15);
  on = T < 330;
end Heater;
