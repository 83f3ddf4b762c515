//! run --method rk45 --stop 1
//! run --method cvode --stop 1
//! run --method ida --stop 1
//! expect 8*x1 + x2 + 0.3*atan(x1) - sin(3*t) + 0.13 = 0 within 1e-10
//! expect 7.6*x2 + exp(-30*s)*x3 - s + 0.13 = 0 within 1e-10
//! expect 4.2*x3 + 0.2*x4 - sin(3*t) = 0 within 1e-10
//! expect 0.75*x1 + 7.8*x4 - 1 = 0 within 1e-10
model TornFades "The coefficient of x3 is never 0, but fades: x3 must not follow from it"
  Real s(start = 0.5, fixed = true), x1, x2, x3, x4;
equation
  der(s) = 1;
  8*x1 + x2 + 0.3*atan(x1) = sin(3*time) - 0.13;
  7.6*x2 + exp(-30*s)*x3 = s - 0.13;
  4.2*x3 + 0.2*x4 = sin(3*time);
  0.75*x1 + 7.8*x4 = 1;
end TornFades;
