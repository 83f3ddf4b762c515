//! run
//! status 3
//! stderr division by zero (`sqrt(dp)` is 0) in 
//! stderr the parameter `dp` is 0 (
model FailParameterStart "The start value of a parameter that is sought has no value"
  parameter Real dp = 0, m = 1;
  parameter Real A(fixed = false, start = m/sqrt(dp));
  Real x(start = 0, fixed = true);
initial equation
  m = A*dp;
equation
  der(x) = A;
end FailParameterStart;
