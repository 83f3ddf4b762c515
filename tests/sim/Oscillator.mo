//! run --stop 10 --tolerance 1e-9 --method cvode
//! run --stop 10 --tolerance 1e-9 --method ida
//! expect x = cos(3*t) + 2/3*sin(3*t) within 1e-6
//! expect u = 2*cos(3*t) - 3*sin(3*t) within 1e-6
//! expect energy = (2**2 + 9)/2 within 1e-5
model Oscillator "x'' = -9 x, x(0) = 1, x'(0) = 2"
  parameter Real w = 3;
  Real x(start = 1, fixed = true), u(start = 2, fixed = true);
  Real energy = u^2/2 + w^2*x^2/2;
equation
  der(x) = u;
  der(u) = -w^2*x;
end Oscillator;
