// Equations with a double root that rounding has taken away: no number is a solution, but the residual is no more than rounding explains.
//! run --stop 1
//! expect x = 1/3 within 1e-7
//! expect z = s within 1e-3
model DoubleRootRounded
  Real s = 1/3;
  Real x(start = 3);
  Real z(start = 3);
equation
  x^2 - 2*s*x + s*s*1.0000000000000002 = 0;
  z^4 - 4*s*z^3 + 6*s^2*z^2 - 4*s^3*z + s^4*1.0000000000000002 = 0;
end DoubleRootRounded;
