//! run --stop 10
//! stderr the value of `air.mean` is 278.15 degC, which is 551.3 K; if 278.15 K is meant, it is 5
model WarnKelvin "Kelvin where degrees Celsius are asked for"
  import Kron.Thermal.*;
  HeatCapacitor wall(C = 5e5, T(start = 293.15, fixed = true));
  ThermalConductor outside(G = 15);
  Ambient air(mean = 278.15);
equation
  connect(wall.port, outside.a);
  connect(outside.b, air.port);
end WarnKelvin;
