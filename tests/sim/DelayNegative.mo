//! run --stop 1
//! status 3
//! stderr the time of a delay is -
model DelayNegative
  parameter Real p = -1;
  Real y = delay(time, p, 10);
end DelayNegative;
