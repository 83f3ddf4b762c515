/* Two rooms with a wall between them on two cold days. Only the living room has a heater, which a
   thermostat switches between 20 and 22 degC. Look at the temperatures in degC: the bedroom follows
   slowly, and both feel the night. The heater is on for a greater part of the time when it is cold
   outside.

     build/kron simulate examples/HeatedHouse.mo --plot living --plot bed --plot outside
     build/kron simulate examples/HeatedHouse.mo --plot living --plot bed --set wall.G=300
*/
model HeatedHouse "Two rooms and a thermostat"
  import Kron.Blocks;
  import Kron.Thermal.*;
  Ambient outdoors(mean = 0, swing = 5);
  HeatCapacitor livingRoom(C = 4e6, T(start = 291.15, fixed = true));
  HeatCapacitor bedroom(C = 3e6, T(start = 287.15, fixed = true));
  ThermalConductor livingWindow(G = 80), bedWindow(G = 60), wall(G = 100);
  Heater heater(P = 4000);
  CelsiusSensor thermometer;
  Blocks.Nonlinear.Hysteresis tooWarm(uLow = 20, uHigh = 22);
  Blocks.Logic.Not switch;
  Real living(unit = "degC") = livingRoom.T - Kron.Units.zeroCelsius;
  Real bed(unit = "degC") = bedroom.T - Kron.Units.zeroCelsius;
  Real outside(unit = "degC") = outdoors.T_degC;
  Real energy(start = 0, fixed = true, unit = "kW.h") "Heat from the heater";
equation
  der(energy) = -heater.port.Q_flow/3.6e6;
  connect(livingRoom.port, livingWindow.a);
  connect(livingWindow.b, outdoors.port);
  connect(bedroom.port, bedWindow.a);
  connect(bedWindow.b, outdoors.port);
  connect(livingRoom.port, wall.a);
  connect(wall.b, bedroom.port);
  connect(heater.port, livingRoom.port);
  connect(livingRoom.port, thermometer.port);
  connect(thermometer.T, tooWarm.u);
  connect(tooWarm.y, switch.u);
  connect(switch.y, heater.on);
  annotation(experiment(StopTime = 172800));
end HeatedHouse;
