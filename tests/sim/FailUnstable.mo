// Grows with exp(2.2*t) until no number is large enough
//! run --stop 1000
//! status 3
//! stderr v has grown to
//! stderr unstable
model FailUnstable
  parameter Real k = 5;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = k*x - 0.1*v;
end FailUnstable;
