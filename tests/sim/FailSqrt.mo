//! run --method cvode
//! run --method ida
//! status 3
//! stderr at time 0.25: square root
//! stderr FailSqrt.mo:
model FailSqrt
  Real y = sqrt(0.25 - time);
end FailSqrt;
