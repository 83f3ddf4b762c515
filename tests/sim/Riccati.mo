//! run --stop 1 --tolerance 1e-9 --method cvode
//! run --stop 1 --tolerance 1e-9 --method ida
//! expect x = tan(t) within 1e-6
//! expect c = 4*atan(1) within 1e-14
model Riccati "The constant of the library of functions: 4 atan 1"
  constant Real c0 = 4*atan(1.0);
  Real x(start = 0, fixed = true);
  Real c = c0;
equation
  der(x) = 1 + x^2;
end Riccati;
