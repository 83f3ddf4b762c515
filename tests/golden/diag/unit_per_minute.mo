model Shaft
  parameter Real tau(unit = "N.m") = 10;
  parameter Real n(unit = "1/min") = 1500;
  Real P(unit = "W");
equation
  P = tau*n;
end Shaft;
