//! run --stop 6
//! run --stop 6 --method cvode
//! status 3
//! stderr too far
//! stderr FailAssertValues.mo:
//! stderr with x = 4.5
model FailAssertValues "An assertion that fails says what its variables are"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 4.5, "too far");
end FailAssertValues;
