//! run --stop 1
//! status 3
//! stderr this nonlinear equation is solved there for `h`, from its start value 1000 (
//! stderr `T` is 80 K (80 degC is 353.15 K) by T = T0 (
model FailFunctionSolved "A temperature in degC for which properties are asked at the start"
  function temperature "Of an enthalpy; only where the fluid is liquid"
    input Real h;
    output Real T;
  algorithm
    assert(h > 0, "no properties below 273.15 K");
    T := 273.15 + h/4000 + 1e-9*h^2;
  end temperature;
  parameter Real T0(unit = "K") = 80;
  Real h(start = 1000), T(unit = "K");
initial equation
  T = T0;
equation
  T = temperature(h);
  der(h) = 100;
end FailFunctionSolved;
