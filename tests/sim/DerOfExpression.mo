//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect x = 1 + t within 1e-8
//! expect y = 2*(1 + t) within 1e-6
//! expect z = cos(t) within 1e-9
model DerOfExpression "der(e) of an expression is differentiated"
  Real x(start = 1, fixed = true);
  Real y = der(x*x);
  Real z = der(sin(time));
equation
  der(x) = 1;
end DerOfExpression;
