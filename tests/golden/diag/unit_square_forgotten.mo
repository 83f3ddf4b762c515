model M "cw has no unit and may have any, but what it stands beside fits with the square of v"
  parameter Real m(unit = "kg") = 1200, rho(unit = "kg/m3") = 1.2, A(unit = "m2") = 2.2;
  parameter Real cw = 0.3, k = 4;
  Real v(unit = "m/s", start = 30, fixed = true), s(unit = "m", start = 0, fixed = true);
  Real F(unit = "N"), G(unit = "N");
equation
  der(s) = v;
  F = 0.5*rho*cw*A*v;
  G = k*v "a coefficient, in N.s/m";
  m*der(v) = -F - G;
end M;
