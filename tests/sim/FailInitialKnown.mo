//! run --stop 10
//! status 3
//! stderr `x1` is 0.5 by x1 = 0.5 (
//! stderr `x2` is 0.7 by x1 + x2 = 1.2 (
//! stderr is one of the initial equations wrong?
model FailInitialKnown
  Real x1, x2, m1(start = 1), m2(start = 2);
initial equation
  x1 = 0.5;
  x1 + x2 = 1.2;
equation
  x1 = m1/(m1 + m2);
  x2 = m2/(m1 + m2);
  der(m1) = 0.1;
  der(m2) = 0.2;
end FailInitialKnown;
