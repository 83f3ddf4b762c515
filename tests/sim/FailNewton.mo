//! run --method cvode
//! run --method ida
//! status 3
//! stderr x^2
//! stderr FailNewton.mo:
//! stderr time 0
model FailNewton
  Real x(start = 1), y;
equation
  x^2 + 1 + y = 0;
  y = time;
end FailNewton;
