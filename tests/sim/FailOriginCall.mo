//! run
//! status 3
//! stderr called in h = enthalpy(p, T) (
//! stderr the parameter `T` is 25 K (25 degC is 298.15 K) (
model FailOriginCall "An assertion in a function: what it was called with"
  function enthalpy
    input Real p, T;
    output Real h;
  algorithm
    assert(T > 273.15, "too cold");
    h := 4200*(T - 273.15) + p/1000;
  end enthalpy;
  parameter Real T(unit = "K") = 25;
  parameter Real p = 1e5;
  Real h = enthalpy(p, T);
end FailOriginCall;
