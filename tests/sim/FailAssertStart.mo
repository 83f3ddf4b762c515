//! run
//! status 3
//! stderr assertion failed: x is too large
//! stderr with most = 0.5, x = 1
model FailAssertStart "At the start the values are those of the start"
  parameter Real most = 0.5;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  assert(x < most, "x is too large");
end FailAssertStart;
