// A difference of temperatures in degC is one in K. No warning.
model Wall
  parameter Real T0(unit = "degC") = 20, G(unit = "W/K") = 2, alpha(unit = "1/K") = 1e-3;
  Real T(unit = "degC") = 20 + time, dT(unit = "K"), Q(unit = "W"), r(unit = "1");
equation
  dT = T - T0;
  Q = G*(T - T0);
  r = 1 + alpha*(-T0 + T);
end Wall;
