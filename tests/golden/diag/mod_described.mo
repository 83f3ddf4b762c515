model Resistor
  parameter Real R = 1 "Resistance at reference temperature";
  parameter Real alpha = 0 "Temperature coefficient";
  Real v = R*time;
end Resistor;
model M
  Resistor r1(resistance = 5), r2(value = 5);
end M;
