//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect x = 1.5 + 0*t within 1e-9
//! expect y = 3 within 1e-9
model SteadyState "Starts where the derivatives are zero: 3 = 2 x, y = 2 x"
  Real x(start = 7), y;
initial equation
  der(x) = 0;
equation
  der(x) = 3 - y;
  y = 2*x;
end SteadyState;
