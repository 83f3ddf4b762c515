//! run --vars * --tolerance 1e-9
//! expect k = log(2) within 1e-9
//! expect m = 1/log(2) within 1e-8
//! expect x = 2**t within 1e-7
function inverse
  input Real u;
  output Real y;
algorithm
  assert(u > 0.1, "the inverse of nothing");
  y := 1/u;
end inverse;

model FreeParameterStart "Parameters that depend on one with fixed = false begin with its start value"
  parameter Real guess = 1;
  parameter Real k(fixed = false, start = guess);
  parameter Real m = inverse(k);
  Real x(start = 1, fixed = true);
initial equation
  exp(k) = 2;
equation
  der(x) = x/m;
end FreeParameterStart;
