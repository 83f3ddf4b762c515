//! run
//! status 3
//! stderr is not 0
//! stderr , as `d` is 0 (
// What is divided by is 0 because of a parameter of a parameter.
model FailZeroBehind
  parameter Real u = 2, v = 0, w = 0;
  parameter Real d = 0;
  parameter Real perimeter = d*(3 + w) + v*d;
  Real x(start = 1, fixed = true);
equation
  der(x) = -u*x/perimeter;
end FailZeroBehind;
