model M
  parameter Real a(unit = "J/molK") = 1, b(unit = "W/m^2*K") = 1, c(unit = "J/kg/K") = 1;
  parameter Real d(unit = "foo/s") = 1, e(unit = "mph") = 1, f(unit = "kg m/s") = 1;
end M;
