model UnitSumForProduct
  parameter Real U(unit = "V") = 12;
  Real i(unit = "A") = sin(time), P(unit = "W"), R(unit = "Ohm");
equation
  P = U + i;
  R = U - i;
end UnitSumForProduct;
