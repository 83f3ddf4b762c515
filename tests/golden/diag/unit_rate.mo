model Rate "der is forgotten; a factor stands on the wrong side; two ways; gravity"
  Real E(unit = "J"), P(unit = "W") = 3;
  Real w(unit = "rad/s") = 2, u(unit = "m/s"), p(unit = "Pa"), x(unit = "1/m"), y(unit = "1/m2");
  parameter Real D(unit = "m") = 2, A(unit = "m2") = 3, rho(unit = "kg/m3") = 1000, h(unit = "m") = 5;
equation
  E = P;
  u = w/D/2;
  p = 101325 + rho*h;
  x = (D - 2*h)/D;
  y = 3*((D - h)/D + (h - D)/h^2);
end Rate;
