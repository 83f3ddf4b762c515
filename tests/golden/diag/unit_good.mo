package Constants
  constant Real pi = 3.14159265358979;
  constant Real g(unit = "m/s2") = 9.81;
  constant Real T_zero(unit = "degC") = -273.15;
end Constants;
model M "All of these are right: nothing is said"
  import C = Constants;
  parameter Real m(unit = "kg") = 2, k = 5, d = 0.3;
  Real s(unit = "m", start = 1, fixed = true), v(unit = "m/s", start = 0, fixed = true);
  Real F(unit = "N"), P(unit = "W"), E(unit = "J");
  Real f(unit = "Hz"), w(unit = "rad/s"), n(unit = "rev/min");
  Real T(unit = "K"), t(unit = "degC"), u(unit = "V"), b(unit = "V");
  Real c(unit = "m"), S(unit = "m2");
equation
  der(s) = v;
  m*der(v) = F - m*C.g - d*v;
  F = -k*s;
  P = F*v;
  E = 0.5*m*v^2 + m*C.g*s;
  w = 2*C.pi*f;
  f = 50 + 0.1*time;
  n = w*60/(2*C.pi);
  T = 300 + time;
  t = T + C.T_zero;
  u = sin(2*time);
  b = if u > 0 then u else 0;
  c = sqrt(S) + 0.1;
  S = max(s, 0.01)^2;
end M;
