package Heater
  model Room "the air of a room, with its walls"
    parameter Real C(unit = "J/K") = 1.5e5 "heat capacity of the air";
    parameter Real walls(unit = "J/K") = 2e6 "of the walls";
    parameter Real loss(unit = "W/K") = 50 "heat flow through the walls for each degree";
    parameter Real start(unit = "degC") = 15 "temperature at first";
    input Real heat(unit = "W") "of the heater";
    input Real outside(unit = "degC");
    output Real T(unit = "degC", start = start, fixed = true) "temperature of the air";
    Real wall(unit = "degC", start = start, fixed = true);
  equation
    C*der(T) = heat - 200*(T - wall);
    walls*der(wall) = 200*(T - wall) - loss*(wall - outside);
    annotation(experiment(StopTime = 7200, Interval = 10));
  end Room;
end Heater;
