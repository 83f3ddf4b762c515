//! run --stop 10
//! stderr m = -
//! stderr kg is less than nothing, by der(m) = -0.5
//! stderr LessThanNothing.mo:
//! never dm
//! never c = 
model LessThanNothing "A mass that is taken away when there is none; a difference may be negative, and an error of the integration"
  Real m(unit = "kg", start = 2, fixed = true), dm(unit = "kg", start = 1, fixed = true);
  Real c(unit = "mol/m3", start = 1, fixed = true);
equation
  der(m) = -0.5;
  der(dm) = -0.5;
  der(c) = -10*c;
end LessThanNothing;
