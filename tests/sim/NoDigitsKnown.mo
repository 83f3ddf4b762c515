//! run
//! stderr a linear system of 12 equations is so nearly singular that roundings decide its solution
//! stderr hardly a digit is right of x[
model NoDigitsKnown "A Hilbert matrix: x[1] is -12 at the start and -1740 at the end, which no double can tell"
  parameter Integer n = 12;
  Real x[n], z(start = 0, fixed = true);
equation
  {sum(x[j]/(i + j - 1) for j in 1:n) for i in 1:n} = {1 + time*i for i in 1:n};
  der(z) = x[1];
end NoDigitsKnown;
