//! run --stop 2 --tolerance 1e-9 --method cvode
//! run --stop 2 --tolerance 1e-9 --method ida
//! expect x = exp(-t) within 1e-7
//! expect y = exp(-t) - exp(-4*t) within 1e-7
//! expect der_y = -exp(-t) + 4*exp(-4*t) within 1e-6
model MassMatrix "Derivatives in a linear system, not solved for"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real der_y = der(y);
equation
  // x' = -x, y' = 3x - 4y, combined: 2x' + y' = x - 4y; x' + y' = 2x - 4y
  2*der(x) + der(y) = x - 4*y;
  der(x) + der(y) = 2*x - 4*y;
end MassMatrix;
