model M "a frequency is no angular velocity"
  parameter Real f(unit = "Hz") = 50;
  Real w(unit = "rad/s"), good(unit = "rad/s");
  parameter Real U(unit = "kV") = 10, i(unit = "A") = 5;
  Real P(unit = "W");
equation
  w = f;
  good = 2*3.14159*f;
  P = U*i;
end M;
