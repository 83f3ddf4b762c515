model SumDivided
  parameter Real R(unit = "Ohm") = 2, L(unit = "H") = 0.1;
  Real i(unit = "A", start = 0, fixed = true), u(unit = "V") = 10;
equation
  der(i) = u - R*i/L;
end SumDivided;
