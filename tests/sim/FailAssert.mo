//! run --method cvode
//! run --method ida
//! expect x = t within 1e-6
//! final time = 0.5 within 1e-5
//! status 3
//! stderr x is too large
//! stderr FailAssert.mo:
//! stderr  0.5
model FailAssert
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.5, "x is too large");
end FailAssert;
