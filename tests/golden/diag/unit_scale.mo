model M "Millimetres and turns are not converted"
  parameter Real L(unit = "mm") = 20;
  parameter Real n(unit = "rev/min") = 3000;
  Real h(unit = "m") = L;
  Real w(unit = "rad/s") = n;
end M;
