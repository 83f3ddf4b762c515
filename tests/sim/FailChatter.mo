// Both right-hand sides drive x back to 0
//! run --stop 1
//! status 3
//! stderr x > 0
//! stderr hysteresis
model FailChatter
  Real x(start = 0.5, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end FailChatter;
