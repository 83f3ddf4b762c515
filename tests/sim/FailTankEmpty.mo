//! run --stop 20
//! status 3
//! stderr square root of a negative number (`h` is
//! stderr in q = 0.2*sqrt(h) + 0.05 (
//! stderr make sure that `h` stays not negative, by max(..., 0) for example
model FailTankEmpty
  Real h(start = 1, fixed = true); Real q;
equation
  q = 0.2*sqrt(h) + 0.05;
  der(h) = -q;
end FailTankEmpty;
