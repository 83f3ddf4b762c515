//! run --method cvode
//! run --method ida
//! status 3
//! stderr is singular: x is not determined by
//! stderr FailSingular.mo:
model FailSingular
  Real x, y, k = 1 - time;
equation
  x + y = 1;
  x + (1 + 0*time)*k^0*y*(if time > 0.5 then 1 else 2) = 2;
end FailSingular;
