model GasNumber "the gas constant as a number beside a temperature in degC"
  parameter Real V(unit = "m3") = 0.1, m(unit = "kg") = 0.2;
  Real p(unit = "Pa");
  Real t(unit = "degC") = 20 + time;
  Real rho(unit = "kg/m3") = 1e5/(287.05*t);
  Real q(unit = "W") = 2*5.67e-8*t^4;
  Real fahrenheit = 1.8*t + 32;
equation
  p*V = m*287*t;
end GasNumber;
