//! run --stop 2
//! run --stop 2 --method cvode
//! status 3
//! stderr while it is true u = -1, while it is false 1, by u = if x > 0 then -1 else 1
//! stderr give the condition a hysteresis
model FailSliding
  Real x(start = 0.5, fixed = true);
  Real u;
equation
  u = if x > 0 then -1 else 1;
  der(x) = u;
end FailSliding;
