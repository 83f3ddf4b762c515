//! run --method cvode
//! run --method ida
//! status 3
//! stderr exp(-x)
//! stderr FailNewtonLater.mo:
model FailNewtonLater
  Real x(start = 1);
equation
  x + exp(-x) = 2 - 2*time;
end FailNewtonLater;
