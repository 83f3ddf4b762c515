//! run --method cvode
//! run --method ida
//! status 3
//! stderr FailIndex.mo:
//! stderr a[i]
model FailIndex
  Real a[3] = {1, 2, 3};
  Integer i = 1 + integer(4*time);
  Real y = a[i];
end FailIndex;
