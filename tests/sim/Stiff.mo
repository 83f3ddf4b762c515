//! run --stop 2 --tolerance 1e-9 --method cvode
//! run --stop 2 --tolerance 1e-9 --method ida
//! expect x = cos(t) within 1e-7
model Stiff "The solution is smooth, its neighbourhood is not"
  parameter Real lambda = 1e5;
  Real x(start = 1, fixed = true);
equation
  der(x) = -lambda*(x - cos(time)) - sin(time);
end Stiff;
