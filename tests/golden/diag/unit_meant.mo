model Meant "numbers in degrees, bar: an angle of 45 rad is no angle"
  type Pressure = Real(unit = "Pa", min = 0, nominal = 1e5);
  Real phi(unit = "rad", start = 45, fixed = true);
  parameter Real phase(unit = "rad") = -90;
  parameter Real turns(unit = "rad") = 6.283;
  parameter Pressure p0 = 2;
  parameter Pressure dp = 2;
  parameter Pressure p1 = 1.5e5;
equation
  der(phi) = phase*turns;
end Meant;
