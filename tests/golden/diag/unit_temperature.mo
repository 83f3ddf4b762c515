model M "Degrees Celsius given as kelvin; a start value that is meant so"
  parameter Real Tc(unit = "degC") = 20;
  Real T(unit = "K", min = 0, start = -20, fixed = true);
  Real Ta(unit = "K");
equation
  der(T) = (Ta - T)/10;
  Ta = Tc;
end M;
