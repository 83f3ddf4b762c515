//! run --vars * --tolerance 1e-9
//! run --vars * --tolerance 1e-9 --method ida
//! expect k = log(2) within 1e-9
//! expect m = 2*log(2) within 1e-9
//! expect x = 2**t within 1e-7
model FreeParameter "A parameter with fixed = false is found from an initial equation"
  parameter Real k(fixed = false, start = 1);
  parameter Real m = 2*k;
  Real x(start = 1, fixed = true);
initial equation
  exp(k) = 2;
equation
  der(x) = k*x;
end FreeParameter;
