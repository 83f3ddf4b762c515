//! run --stop 1
//! status 3
//! stderr the parameter `Tmax` is 155 K (155 degC is 428.15 K)
//! stderr MeantCelsius.mo:
//! never dT = 50 K
model MeantCelsius "The limit of a winding in degC; a difference of temperatures is none"
  parameter Real Tmax(unit = "K") = 155, dT(unit = "K") = 50;
  Real T(unit = "K", start = 293, fixed = true);
equation
  der(T) = dT/1000;
  assert(T < Tmax + dT, "the winding is too hot");
end MeantCelsius;
