//! run
//! status 3
//! stderr exp(x) = c (
//! stderr has no real solution for `x` with these values
model FailNoLogarithm "An equation that is solved by an inverse function which has no value"
  parameter Real c = -2;
  Real x;
equation
  exp(x) = c;
end FailNoLogarithm;
