//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect x = exp(-2*t) within 1e-7
//! expect y = 3*exp(-2*t) within 1e-7
model Decay
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
  Real y = 3*x;
equation
  der(x) = -k*x;
end Decay;
