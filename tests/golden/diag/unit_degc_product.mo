model GasC
  parameter Real rho(unit = "kg/m3") = 1.2;
  parameter Real R(unit = "J/(kg.K)") = 287;
  Real T(unit = "degC") = 20 + time;
  Real p(unit = "Pa");
equation
  p = rho*R*T;
end GasC;
