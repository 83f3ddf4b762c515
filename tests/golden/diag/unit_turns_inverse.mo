model A
  constant Real pi = 2*asin(1);
  parameter Real f(unit = "Hz") = 50;
  parameter Real T(unit = "s") = 1;
  Real w(unit = "rad/s");
  Real v(unit = "rad/s") = 2*pi/T;
  Real P(unit = "W");
  Real A(unit = "m2") = 2;
  Real K(unit = "K") = 300;
  constant Real sigma(unit = "W/(m2.K4)") = 5.67e-8;
equation
  w = 2*pi/f;
  P = sigma*A*K^3;
end A;
