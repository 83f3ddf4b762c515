//! run --stop 3
//! run --stop 3 --method cvode
//! run --stop 3 --method sdirk
//! status 3
//! stderr at time 1.5708: y grows without bound
//! stderr the divisor 1 - sin(x) touches 0
model FailPoleVertex "A divisor that touches 0 without change of sign and is no square"
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y*(1 - sin(x)) = 1;
end FailPoleVertex;
