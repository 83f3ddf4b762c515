//! run --method rk45
//! run --method cvode
//! run --method ida
//! stderr warning: at time 0.5: a linear system of 6 equations is so nearly singular that roundings decide its solution
//! stderr hardly a digit is right of x[
model NoDigitsEliminated "A divisor of an elimination touches 0 but for rounding: the determinant is 3*(time - 0.5)^2"
  parameter Real a = 3;
  Real x[6], z(start = 0, fixed = true), s = (time - 0.5)^2;
equation
  a*x[1] + x[2] = 1;
  x[1] + (1/a + 1)*x[2] + x[3] = 2;
  x[2] + 2*x[3] + x[4] = 1;
  x[3] + 2*x[4] + x[5] = 1;
  x[4] + 2*x[5] + x[6] = 1;
  x[5] + (s + 1)*x[6] = 1;
  der(z) = x[6];
end NoDigitsEliminated;
