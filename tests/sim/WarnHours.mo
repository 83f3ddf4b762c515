//! run --stop 86400
//! stderr time < sunset (
//! stderr is the last condition on time, at 18 of 86400: after that it changes nothing; are the instants given in hours, where time is in seconds?
//! stderr the parameter `sunset` is 18 (
model WarnHours "Hours where time is in seconds"
  parameter Real sunrise = 6, sunset = 18;
  Real T(start = 293, fixed = true), I;
equation
  I = if time > sunrise and time < sunset then 800 else 0;
  1e5*der(T) = I - 8*(T - 288);
end WarnHours;
