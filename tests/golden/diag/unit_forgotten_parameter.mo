model M "The area is declared and used nowhere"
  parameter Real A(unit = "m2") = 1.6, B(unit = "m2") = 2;
  parameter Real eta = 0.18;
  Real E(unit = "W/m2") = 800 + time, P(unit = "W"), Q(unit = "W");
equation
  P = eta*E;
  Q = eta*E*B;
end M;
