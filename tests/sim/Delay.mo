//! run --stop 3 --tolerance 1e-8 --method cvode
//! run --stop 3 --tolerance 1e-8 --method ida
//! expect y = sin(t - 0.5) if t > 0.5 else sin(0) within 1e-5
//! expect x = 1 - t if t <= 1 else 1 - t + (t-1)**2/2 if t <= 2 else 1 - t + (t-1)**2/2 - (t-2)**3/6 within 1e-5
model Delay "x' = -x(t - 1), x = 1 before 0: solved by steps"
  Real y = delay(sin(time), 0.5);
  Real x(start = 1, fixed = true), d;
equation
  d = delay(x, 1);
  der(x) = -d;
end Delay;
