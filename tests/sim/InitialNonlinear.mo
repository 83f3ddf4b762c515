//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect x = sqrt(2)*exp(-t) within 1e-7
//! expect y = sqrt(2)*exp(t) within 1e-7
model InitialNonlinear "x y = 2 and x = y at the start; then x y stays 2"
  Real x(start = 1), y(start = 3);
initial equation
  x*y = 2;
  x^3 = y^3;
equation
  der(x) = -x;
  der(y) = y;
end InitialNonlinear;
