//! run --stop 1
//! expect x = 2 within 1e-9
//! expect y = 0.7 within 1e-12
// The matrix is singular at the start values, from which the iteration is moved away; y, which the equations
// leave open at x = 2, stays at its start value.
model StartLeftOpen
  Real x(start = 0), y(start = 0.7);
equation
  (x^2 - 4)*(1 + y) = 0;
  (x^2 - 4)*(y - 3) = 0;
end StartLeftOpen;
