//! run --stop 2 --tolerance 1e-8
//! stderr careful: x is 1
//! expect x = t within 1e-7
model Warning "An assertion of level warning is printed and the run goes on"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(time < 1.5, "careful: x is " + String(integer(x)), level = AssertionLevel.warning);
end Warning;
