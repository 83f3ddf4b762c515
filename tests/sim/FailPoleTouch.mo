//! run --stop 3
//! run --stop 3 --intervals 7
//! run --stop 3 --method cvode
//! run --stop 3 --method bdf
//! status 3
//! stderr at time 1.23457: u grows without bound
//! stderr the divisor x - 1.23456789 passes through 0
model FailPoleTouch "A determinant that is 0 at one instant and positive before and after: a square"
  Real x(start = 0, fixed = true), u, v;
equation
  der(x) = 1;
  u + v = 1;
  u + (1 + (x - 1.23456789)^2)*v = 2;
end FailPoleTouch;
