//! run --stop 3 --tolerance 1e-9
//! run --stop 3 --tolerance 1e-9 --method ida
//! expect y = max(0, t - 1)**2 within 1e-12
//! expect x = max(0, t - 1)**3/3 within 1e-7
//! expect s = 2*(t - 1.5) if t > 1.5 else 5*(t - 1.5) within 1e-12
model Smooth
  Real x(start = 0, fixed = true);
  Real y = smooth(1, if time > 1 then (time - 1)^2 else 0);
  Real s = semiLinear(time - 1.5, 2, 5);
equation
  der(x) = y;
end Smooth;
