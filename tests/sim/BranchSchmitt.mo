//! run --stop 1.2 --tolerance 1e-9 --method cvode
//! run --stop 1.2 --tolerance 1e-9 --method ida --intervals 7
//! run --stop 1.2 --tolerance 1e-9 --method rk45
//! run --stop 1.2 --tolerance 1e-9 --method bdf
//! run --stop 1.2 --tolerance 1e-9 --method sdirk
//! run --stop 1.2 --tolerance 1e-9 --method radau
//! expect abs(y) = 15 within 1e-6
//! final x = 15*(2*asin(0.74985)/(2*pi) - 0.2) within 1e-7
//! events state=3 time=0
//! stderr another one is taken: e jumps from 0.0015
//! stderr BranchSchmitt.mo:
model BranchSchmitt "The solution of a trigger ends at a threshold, without an event in the model"
  constant Real pi = 3.14159265358979323846;
  Real u = 10*sin(2*pi*time);
  Real y, e(start = 7.5);
  Real x(start = 0, fixed = true);
equation
  e = 0.5*y - u;
  y = noEvent(if 1e4*e > 15 then 15 elseif 1e4*e < -15 then -15 else 1e4*e);
  der(x) = y;
end BranchSchmitt;
