model M "Texts that are no units"
  parameter Real T(unit = "Nm") = 20;
  parameter Real a(unit = "m/s/s") = 3;
  parameter Real A(unit = "m^2") = 3;
  parameter Real p(unit = "psi") = 3;
  Real y = T*a*A*p*time;
end M;
