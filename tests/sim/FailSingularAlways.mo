//! run --stop 1
//! status 3
//! stderr Fa + Fb = P + q*L (
//! stderr Fa*x + Fb*x = P*x + q*L^2/2 (
//! stderr one of these equations says of the unknowns what the others say, or contradicts them
model FailSingularAlways "Reactions of a beam whose moments are not taken at two places"
  parameter Real L = 4, q = 1000;
  Real Fa, Fb, x(start = 0.5, fixed = true), P = 3000;
equation
  der(x) = 0.3;
  Fa + Fb = P + q*L;
  Fa*x + Fb*x = P*x + q*L^2/2;
end FailSingularAlways;
