//! run --stop 4
//! run --stop 4 --method cvode
//! status 3
//! stderr at time 2
//! stderr passes through 0
model FailPoleQuotient "A quotient that the model writes, and integrates"
  Real x = 0.1/(time - 2), z(start = 0, fixed = true);
equation
  der(z) = x;
end FailPoleQuotient;
