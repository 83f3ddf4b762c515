//! run
//! status 3
//! stderr `x` is -2 by x^2 = p + time (
//! stderr found from its start value -1 (
model FailWrongRoot "The solution of two that the start value leads to"
  Real x(start = -1), y;
  parameter Real p = 4;
equation
  x^2 = p + time;
  y = log(x);
end FailWrongRoot;
