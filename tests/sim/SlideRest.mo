// Both right-hand sides drive x back to 0, and y begins there
//! run --stop 1
//! run --stop 1 --method cvode
//! stderr x > 0
//! stderr hysteresis
//! expect x = max(0.5 - t, 0) within 1e-3
//! expect y = 0 within 1e-3
model SlideRest
  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
  der(y) = if y > 0 then -1 else 1;
end SlideRest;
