within Kron;
package Units "Physical quantities with their units, and constants of nature"
  // Time and geometry
  type Time = Real(final quantity = "Time", final unit = "s");
  type Frequency = Real(final quantity = "Frequency", final unit = "Hz");
  type Angle = Real(final quantity = "Angle", final unit = "rad", displayUnit = "deg");
  type Length = Real(final quantity = "Length", final unit = "m");
  type Area = Real(final quantity = "Area", final unit = "m2", min = 0);

  // Translation
  type Position = Real(final quantity = "Length", final unit = "m");
  type Velocity = Real(final quantity = "Velocity", final unit = "m/s");
  type Acceleration = Real(final quantity = "Acceleration", final unit = "m/s2");
  type Mass = Real(final quantity = "Mass", final unit = "kg", min = 0);
  type Force = Real(final quantity = "Force", final unit = "N");
  type SpringConstant = Real(final quantity = "TranslationalSpringConstant", final unit = "N/m", min = 0);
  type DampingConstant = Real(final quantity = "TranslationalDampingConstant", final unit = "N.s/m", min = 0);

  // Rotation
  type AngularVelocity = Real(final quantity = "AngularVelocity", final unit = "rad/s");
  type AngularAcceleration = Real(final quantity = "AngularAcceleration", final unit = "rad/s2");
  type Inertia = Real(final quantity = "MomentOfInertia", final unit = "kg.m2", min = 0);
  type Torque = Real(final quantity = "Torque", final unit = "N.m");
  type RotationalSpringConstant = Real(final quantity = "RotationalSpringConstant",
    final unit = "N.m/rad", min = 0);
  type RotationalDampingConstant = Real(final quantity = "RotationalDampingConstant",
    final unit = "N.m.s/rad", min = 0);

  // Electricity
  type Voltage = Real(final quantity = "ElectricPotential", final unit = "V");
  type Current = Real(final quantity = "ElectricCurrent", final unit = "A");
  type Resistance = Real(final quantity = "Resistance", final unit = "Ohm");
  type Conductance = Real(final quantity = "Conductance", final unit = "S");
  type Capacitance = Real(final quantity = "Capacitance", final unit = "F", min = 0);
  type Inductance = Real(final quantity = "Inductance", final unit = "H");
  type MotorConstant = Real(final quantity = "ElectricalTorqueConstant", final unit = "N.m/A");

  // Heat
  type Temperature = Real(final quantity = "ThermodynamicTemperature", final unit = "K", displayUnit = "degC",
    min = 0, start = 293.15, nominal = 300);
  type TemperatureDifference = Real(final quantity = "ThermodynamicTemperature", final unit = "K");
  type Celsius = Real(final quantity = "ThermodynamicTemperature", final unit = "degC", min = -273.15);
  type HeatFlow = Real(final quantity = "Power", final unit = "W");
  type HeatCapacity = Real(final quantity = "HeatCapacity", final unit = "J/K", min = 0);
  type ThermalConductance = Real(final quantity = "ThermalConductance", final unit = "W/K");
  type HeatTransferCoefficient = Real(final quantity = "CoefficientOfHeatTransfer",
    final unit = "W/(m2.K)", min = 0);

  // Energy
  type Power = Real(final quantity = "Power", final unit = "W");
  type Energy = Real(final quantity = "Energy", final unit = "J");

  constant Real pi = 2*asin(1.0);
  constant Acceleration g = 9.80665 "Standard gravity";
  constant Temperature zeroCelsius = 273.15 "0 degC in kelvin";
  constant Real sigma(final unit = "W/(m2.K4)") = 5.670374419e-8 "Stefan-Boltzmann constant";
end Units;
