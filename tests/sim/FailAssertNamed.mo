//! run --stop 10
//! status 3
//! stderr with Pmax = 25000, P = 180000
//! stderr `P` is 180000 by P = tau0*w (
//! stderr with w = n_rpm (
//! never der(E)
model FailAssertNamed
  parameter Real n_rpm = 1500 "speed in rev/min";
  parameter Real tau0 = 120;
  parameter Real Pmax = 25e3;
  Real w, P, E(start = 0, fixed = true);
equation
  w = n_rpm;
  P = tau0*w;
  der(E) = P;
  assert(P < Pmax, "drive overloaded");
end FailAssertNamed;
