//! run --stop 3
//! run --stop 3 --intervals 10
//! status 3
//! stderr at time 1.0001: x grows without bound
//! stderr the divisor time - 1.0001 passes through 0
model FailPolePair "Two poles inside one step: the first is told, though x has the same sign before and after"
  Real x;
equation
  x*(time - 1.0001)*(time - 1.0002) = 1;
end FailPolePair;
