//! run --stop 1
//! status 3
//! stderr initialization failed
//! stderr `n := ...` contradicts
//! stderr which give 3, not 4
//! stderr InitialContradiction.mo:9
model InitialContradiction
  Integer n = if time < 1 then 3 else 5;
initial algorithm
  n := 4;
end InitialContradiction;
