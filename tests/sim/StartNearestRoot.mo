//! run --stop 1
//! expect x = 4 within 1e-6
// Of the solutions 4 (less 2e-7) and -4.7 that next to the start value is taken, though the slope there leads
// to the other one.
model StartNearestRoot
  Real x(start = 0);
equation
  x^2 + 3*x - 18 - 10*tanh(2*x) = 0;
end StartNearestRoot;
