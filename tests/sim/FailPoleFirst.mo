//! run --stop 60
//! status 3
//! stderr the steps have become too small for the digits of time: just after it the divisor m passes through 0 (
//! stderr it changes by der(m) = -mdot (
//! never the largest error
//! never grows faster and faster
model FailPoleFirst "The cause comes first, and what the method saw does not bury it"
  parameter Real mdot = 2, ve = 2500, g = 9.81;
  Real m(start = 100, fixed = true), v(start = 0, fixed = true);
equation
  der(m) = -mdot;
  der(v) = mdot*ve/m - g;
end FailPoleFirst;
