//! run --stop 6
//! run --stop 6 --method cvode
//! status 3
//! stderr at time 2.00321
//! stderr the divisor 2.00321 - time passes through 0
model FailPoleFed "What is integrated has no integral beyond the pole"
  Real x, z(start = 0, fixed = true);
equation
  (2.00321 - time)*x = 0.01;
  der(z) = x;
end FailPoleFed;
