// A difference of temperatures in degC is one in K, a mean is in degC. No warning.
model Wall
  parameter Real T0(unit = "degC") = 20, G(unit = "W/K") = 2, alpha(unit = "1/K") = 1e-3;
  Real T(unit = "degC") = 20 + time, dT(unit = "K"), m(unit = "degC"), w(unit = "degC"), Q(unit = "W"), r(unit = "1");
equation
  dT = T - T0;
  Q = G*(T - T0);
  r = 1 + alpha*(-T0 + T);
  m = (T + T0)/2;
  w = 0.3*T + 0.7*T0;
end Wall;
