//! status 3
//! stderr division by zero
//! stderr FailDivisionParameter.mo:
model FailDivisionParameter
  parameter Real a = 0, b = 1/a;
  Real x(start = b, fixed = true);
equation
  der(x) = 1;
end FailDivisionParameter;
