// Specification 7.3.2: the modifiers of the original declaration stay through redeclarations, those
// of a redeclaration in between do not.
model Resistor
  parameter Real R = 1;
end Resistor;
model ThermoResistor
  extends Resistor;
  parameter Real T0 = 1;
end ThermoResistor;
model Circuit
  replaceable model NonlinearResistor = Resistor(R = 100);
  NonlinearResistor n;
  replaceable Resistor c(R = 7);
end Circuit;
model Circuit2
  extends Circuit(redeclare replaceable model NonlinearResistor = ThermoResistor(T0 = 300),
                  redeclare replaceable ThermoResistor c(T0 = 400));
end Circuit2;
model Circuit3
  extends Circuit2(redeclare replaceable model NonlinearResistor = ThermoResistor,
                   redeclare replaceable ThermoResistor c);
end Circuit3;
model Top
  Circuit2 c2;
  Circuit3 c3;
end Top;
// c2: R = 100, T0 = 300 and R = 7, T0 = 400; c3: R = 100, T0 = 1 and R = 7, T0 = 1
