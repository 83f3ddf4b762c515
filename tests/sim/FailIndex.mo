//! run --method cvode
//! run --method ida
//! status 3
//! stderr FailIndex.mo:
//! stderr the subscript `i` is outside 1 .. 3
model FailIndex
  Real a[3] = {1, 2, 3};
  Integer i = 1 + integer(4*time);
  Real y = a[i];
end FailIndex;
