//! run --stop 1
//! status 3
//! stderr division by zero (`x` is 0) in y = 1/x (
//! stderr choose a start value for which `x` is not 0
model FailDivisionStart
  Real x(start = 0, fixed = true), y;
equation
  y = 1/x;
  der(x) = 1;
end FailDivisionStart;
