type Temperature = Real(quantity = "ThermodynamicTemperature", unit = "K", min = 0, start = 288.15);
model Body
  parameter Real C = 1;
  parameter Temperature T0 = 293.15;
  Temperature T(fixed = true);
equation
  C*der(T) = T0 - T;
end Body;
model Room
  Body air(T(start = 20)), wall(T0 = 15), outside(T0 = 77);
end Room;
