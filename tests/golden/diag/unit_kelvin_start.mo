model M "A temperature without a minimum that starts at 20 K"
  parameter Real C(unit = "J/K") = 500, G(unit = "W/K") = 2;
  Real T(unit = "K", start = 20, fixed = true), dT(unit = "K", start = 20, fixed = true);
equation
  C*der(T) = -G*(T - 293.15);
  C*der(dT) = -G*dT;
end M;
