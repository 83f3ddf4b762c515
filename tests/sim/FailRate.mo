//! run --stop 600
//! status 3
//! stderr `T` is 373.15 (288.15 at the start), it changes by m*cp*der(T) = Q - kA*(T - 288.15) (
//! stderr where m = 50, cp = 4.18, Q = 12000, kA = 8, der(T) = 54.
//! stderr at this rate `T` changes by 3.25e+04 in the time of the run, 600: is a parameter given in another unit
model FailRate "Water heated by a burner"
  parameter Real m(unit = "kg") = 50;
  parameter Real cp(unit = "J/(kg.K)") = 4.18;
  parameter Real Q(unit = "W") = 12000;
  parameter Real kA(unit = "W/K") = 8;
  Real T(unit = "K", start = 288.15, fixed = true);
equation
  m*cp*der(T) = Q - kA*(T - 288.15);
  assert(T < 373.15, "The water boils");
end FailRate;
