//! run
//! status 3
//! stderr at time 0.5: assertion failed: x is too large;
//! stderr take a smaller one (
model FailAssertLines "A message that begins and ends with line ends is not an empty one"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.5, "
x is too large;
take a smaller one
");
end FailAssertLines;
