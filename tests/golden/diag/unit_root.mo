model Nozzle
  parameter Real A(unit = "m2") = 0.01;
  Real dp(unit = "Pa") = 1e5;
  Real m(unit = "kg/s");
equation
  m = A*sqrt(2*dp);
end Nozzle;
