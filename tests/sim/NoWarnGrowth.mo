//! run --stop 10
//! quiet
//! final e = 5e7 within 1e-6
//! final x = exp(10) within 1e-3
model NoWarnGrowth "An integral that begins late, and growth of no great size: nothing is said"
  Real e(start = 0, fixed = true), x(start = 1, fixed = true);
equation
  der(e) = if time < 5 then 0 else 1e7;
  der(x) = x;
end NoWarnGrowth;
