//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect x = exp(t) within 1e-7
//! expect y = -2*exp(t) within 1e-7
model AliasStart "start and fixed of an alias belong to the state: y = -2 x, z = x"
  Real x, y, z(start = 1, fixed = true);
equation
  z = x;
  y = -2*x;
  der(x) = x;
end AliasStart;
