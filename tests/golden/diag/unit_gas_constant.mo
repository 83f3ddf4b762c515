model GasConstant
  parameter Real E(unit = "J/mol") = 72750, k0(unit = "1/s") = 1e9;
  Real T(unit = "K") = 300 + time, k(unit = "1/s");
equation
  k = k0*exp(-E/T);
end GasConstant;
