model M "One parameter without unit as the stiffness and as the damping"
  parameter Real m(unit = "kg") = 1;
  parameter Real c = 5;
  Real v(unit = "m/s", start = 0, fixed = true), s(unit = "m", start = 1, fixed = true);
  Real F(unit = "N"), E(unit = "N.m");
equation
  der(s) = v;
  F = -c*s;
  E = 0.5*c*s^2 "the same unit: nothing is said";
  m*der(v) = F - c*v;
end M;
