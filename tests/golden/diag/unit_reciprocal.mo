model M
  parameter Real m(unit = "kg") = 10;
  parameter Real R(unit = "Ohm") = 1000, C(unit = "F") = 1e-6;
  parameter Real tau(unit = "s") = R/C;
  Real v(unit = "m/s", start = 0, fixed = true), f(unit = "N") = 10;
  Real phi(unit = "rad") = 1, deg = half(phi);
  function half
    input Real degree(unit = "deg");
    output Real y = degree/2;
  algorithm
  end half;
equation
  der(v) = m/f;
end M;
