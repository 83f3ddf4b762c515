// Specification 7.3.2: what is redeclared must fit the constraining class, also the one of a
// redeclaration in between.
model Resistor
  parameter Real R = 1;
end Resistor;
model ThermoResistor
  extends Resistor;
  parameter Real T0 = 1;
end ThermoResistor;
model Circuit
  replaceable model N = Resistor(R = 100);
  N n;
end Circuit;
model Circuit4
  extends Circuit(redeclare replaceable model N = ThermoResistor constrainedby ThermoResistor);
end Circuit4;
model Integral
  parameter Integer R = 1;
end Integral;
model Top
  Circuit4 c(redeclare model N = Resistor);
  Circuit d(redeclare model N = Integral);
end Top;
