/* The smallest model with a memory: the heater goes off above 21 degC and on below 19 degC. Look at
   the temperature, a saw tooth between the two. The colder it is outside, the slower it rises and
   the faster it falls.

     build/kron simulate examples/Thermostat.mo --plot T
     build/kron simulate examples/Thermostat.mo --plot T --set outside=-5
*/
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
  on = T < wanted + (if pre(on) then band else -band);
  annotation(experiment(StopTime = 7200));
end Thermostat;
