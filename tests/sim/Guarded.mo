//! run --stop 1 --tolerance 1e-9 --method cvode
//! run --stop 1 --tolerance 1e-9 --method ida
//! expect x = exp(-t) within 1e-7
//! expect y = 1 within 1e-9
//! expect z = sin(t)/t if t > 0 else 1 within 1e-9
model Guarded "Branches guarded by noEvent are not evaluated when they are not taken"
  Real x(start = 1, fixed = true);
  Real y = if noEvent(x > 2) then sqrt(x - 2) else 1;
  Real z = if noEvent(time > 0) then sin(time)/time else 1;
equation
  der(x) = -x;
end Guarded;
