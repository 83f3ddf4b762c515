//! run --stop 2
//! status 3
//! stderr x^2 + 0.1*sin(x)*x = 1 - time (
model FailEndsAsWritten
  Real x(start = 1), y;
equation
  x^2 + 0.1*sin(x)*x = 1 - time;
  der(y) = x;
end FailEndsAsWritten;
