//! run
//! status 3
//! stderr in exp(x) = c (
//! stderr it is solved for `x`: with these values it has no real solution
model FailNoLogarithm "An equation that is solved by an inverse function which has no value"
  parameter Real c = -2;
  Real x;
equation
  exp(x) = c;
end FailNoLogarithm;
