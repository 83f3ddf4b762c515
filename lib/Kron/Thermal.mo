within Kron;
package Thermal "Heat: what stores it, what conducts it"
  connector HeatPort "A place with a temperature, and the heat that flows in"
    Units.Temperature T "Temperature";
    flow Units.HeatFlow Q_flow "Heat flow into the element";
  end HeatPort;

  partial model TwoPorts "What flows in at a flows out at b"
    HeatPort a;
    HeatPort b;
    Units.TemperatureDifference dT "Temperature of a minus temperature of b";
    Units.HeatFlow Q_flow "Heat flow from a to b";
  equation
    dT = a.T - b.T;
    a.Q_flow = Q_flow;
    b.Q_flow = -Q_flow;
  end TwoPorts;

  // Elements

  model HeatCapacitor "A body with one temperature that stores heat"
    parameter Units.HeatCapacity C = 1;
    Units.Temperature T "Temperature of the body";
    HeatPort port;
  equation
    T = port.T;
    C*der(T) = port.Q_flow;
  end HeatCapacitor;

  model ThermalConductor "Heat flow proportional to the difference of temperatures"
    extends TwoPorts;
    parameter Units.ThermalConductance G = 1 "Of a wall: conductivity times area by thickness";
  equation
    Q_flow = G*dT;
  end ThermalConductor;

  model Convection "Heat between a surface and a fluid"
    HeatPort solid;
    HeatPort fluid;
    parameter Units.HeatTransferCoefficient h = 10;
    parameter Units.Area A = 1 "Area of the surface";
    Units.HeatFlow Q_flow "From the solid to the fluid";
  equation
    Q_flow = h*A*(solid.T - fluid.T);
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
  end Convection;

  model ControlledConvection "Convection whose strength is a signal, as with a fan"
    HeatPort solid;
    HeatPort fluid;
    Blocks.Interfaces.RealInput G "Conductance in W/K";
    Units.HeatFlow Q_flow "From the solid to the fluid";
  equation
    Q_flow = G*(solid.T - fluid.T);
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
  end ControlledConvection;

  model Radiation "Heat between two grey surfaces: difference of the fourth powers"
    extends TwoPorts;
    parameter Units.Area A = 1 "Area of the surface";
    parameter Real epsilon(min = 0, max = 1) = 1 "Emissivity and view factor; 1 is black";
  equation
    Q_flow = epsilon*A*Units.sigma*(a.T^4 - b.T^4);
  end Radiation;

  // Sources

  model FixedTemperature "A temperature that stays"
    HeatPort port;
    parameter Units.Temperature T = 293.15;
  equation
    port.T = T;
  end FixedTemperature;

  model Ambient "The air outside: a temperature in degC that varies between day and night"
    HeatPort port;
    parameter Units.Celsius mean = 20;
    parameter Units.TemperatureDifference swing(min = 0) = 0 "Amplitude of the variation";
    parameter Units.Time warmest = 54000 "Time of day at which it is warmest";
    parameter Units.Time day = 86400;
    Units.Celsius T_degC;
  equation
    T_degC = mean + swing*cos(2*Units.pi*(time - warmest)/day);
    port.T = T_degC + Units.zeroCelsius;
  end Ambient;

  model PrescribedTemperature "The temperature is a signal"
    HeatPort port;
    Blocks.Interfaces.RealInput u "Temperature in K";
  equation
    port.T = u;
  end PrescribedTemperature;

  model HeatSource "A heat flow that stays"
    HeatPort port;
    parameter Units.HeatFlow Q_flow = 1 "Heat flow out of the source";
  equation
    port.Q_flow = -Q_flow;
  end HeatSource;

  model PrescribedHeatFlow "The heat flow is a signal"
    HeatPort port;
    Blocks.Interfaces.RealInput u "Heat flow out of the source in W";
  equation
    port.Q_flow = -u;
  end PrescribedHeatFlow;

  model Heater "A heater that a signal switches"
    HeatPort port;
    Blocks.Interfaces.BooleanInput on;
    parameter Units.Power P = 1000 "Power while it is on";
  equation
    port.Q_flow = if on then -P else 0;
  end Heater;

  // Sensors

  model TemperatureSensor "Temperature in kelvin"
    HeatPort port;
    Blocks.Interfaces.RealOutput T(unit = "K");
  equation
    port.Q_flow = 0;
    T = port.T;
  end TemperatureSensor;

  model CelsiusSensor "Temperature in degrees Celsius"
    HeatPort port;
    Blocks.Interfaces.RealOutput T(unit = "degC");
  equation
    port.Q_flow = 0;
    T = port.T - Units.zeroCelsius;
  end CelsiusSensor;

  model HeatFlowSensor "Heat flow from a to b, without a difference of temperatures"
    HeatPort a;
    HeatPort b;
    Blocks.Interfaces.RealOutput Q_flow(unit = "W");
  equation
    a.T = b.T;
    a.Q_flow = Q_flow;
    b.Q_flow = -Q_flow;
  end HeatFlowSensor;
end Thermal;
