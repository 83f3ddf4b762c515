//! run --method rk45
//! run --method sdirk
//! stderr warning: at time 0.5: a linear system of 6 equations is so nearly singular that roundings decide its solution
//! stderr hardly a digit is right of x[
model NoDigits "The smallest eigenvalue of a full matrix is (time - 0.5)^2: the integral of x is infinite"
  parameter Integer n = 6;
  Real x[n], A[n, n], z(start = 0, fixed = true);
equation
  A = {{(if i == j then 1 else 0) - (1 - (time - 0.5)^2)/n for j in 1:n} for i in 1:n};
  A*x = {i for i in 1:n};
  der(z) = x[1];
end NoDigits;
