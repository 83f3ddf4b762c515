//! run --start 1 --stop 3 --tolerance 1e-9
//! run --start 1 --stop 3 --tolerance 1e-9 --method ida
//! expect x = t**2/2 - 0.5 within 1e-8
//! final  n = 4 within 0
model StartTime "Integration from 1 to 3; samples at 0.75, 1.25, 1.75, 2.25, 2.75"
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = time;
  when sample(0.75, 0.5) then
    n = pre(n) + 1;
  end when;
end StartTime;
