model Thermostat "A heated room: the heater is switched with hysteresis"
  parameter Real outside = 5 "Temperature outside in degC";
  parameter Real wanted = 20 "Temperature wanted in degC";
  parameter Real band = 1 "Half the width of the hysteresis in K";
  parameter Real C = 1e5 "Heat capacity of the room in J/K";
  parameter Real G = 100 "Heat loss in W/K";
  parameter Real P = 3000 "Power of the heater in W";
  Real T(start = 15, fixed = true) "Temperature of the room in degC";
  Boolean on(start = true, fixed = true) "The heater is on";
equation
  C*der(T) = (if on then P else 0) - G*(T - outside);
  on = if pre(on) then T < wanted + band else T < wanted - band;
  annotation(experiment(StopTime = 7200));
end Thermostat;
