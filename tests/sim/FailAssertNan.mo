//! run
//! status 3
//! stderr its values come from this: division by zero (`A` is 0)
// The assertion fails because of a value that an operation before it has left.
function checked
  input Real x;
  output Real y;
algorithm
  assert(x > 0, "x must be positive, it is " + String(x));
  y := sqrt(x);
end checked;
model FailAssertNan
  parameter Real A = 0, q = 0;
  Real v = q*time/A;
  Real w = checked(v);
end FailAssertNan;
