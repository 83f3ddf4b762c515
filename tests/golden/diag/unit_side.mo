model UnitSide "What is computed lacks a factor or has one on the wrong side; powers of what has any unit have any"
  Real Q(unit = "W"), P(unit = "W"), u(unit = "V", start = 0, fixed = true), i(unit = "A");
  parameter Real k(unit = "W/(m.K)") = 1, A(unit = "m2") = 2, dx(unit = "m") = 0.1, dT(unit = "K") = 3;
  parameter Real r(unit = "m") = 0.3, tau(unit = "N.m") = 5, C(unit = "F") = 1;
  Real v(unit = "m/s") = 2, s(unit = "m");
equation
  Q = k*A*dT*dx;
  P = tau*v;
  der(u) = i;
  i = 2*sin(time)^2;
  der(s) = v*sin(3*time)^2;
end UnitSide;
