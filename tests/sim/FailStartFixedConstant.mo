// The same for what the equations make constant.
//! status 3
//! stderr `x` has another value at the start than its fixed start value says: 5, not 1
model FailStartFixedConstant
  parameter Real p = 1;
  Real x(start = p, fixed = true), y(start = 2, fixed = true);
equation
  x = 5;
  der(y) = -x;
end FailStartFixedConstant;
