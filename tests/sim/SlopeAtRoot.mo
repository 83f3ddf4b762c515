//! run --stop 2 --method cvode --tolerance 1e-8
//! run --stop 2 --method ida --tolerance 1e-8
//! final y = 2/3 within 1e-4
//! final z = 1 within 1e-4
model SlopeAtRoot "sqrt has no derivative at 0; a slope is enough for the integrator"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 1, fixed = true);
equation
  der(x) = if time < 1 then 0 else 1;
  der(y) = sqrt(x);
  der(z) = -1e4*(z - sqrt(x));
end SlopeAtRoot;
