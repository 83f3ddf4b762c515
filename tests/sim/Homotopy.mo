//! run --stop 1
//! run --stop 1 --method ida
//! expect x = 2 + t within 1e-7
//! expect h = 2 + t within 1e-7
model Homotopy "homotopy(actual, simplified) is the actual one in the end"
  Real x(start = 1), h(start = 0);
equation
  homotopy(actual = x^3, simplified = x) = (2 + time)^3;
  h = homotopy(2 + time, 0);
end Homotopy;
