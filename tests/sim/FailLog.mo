//! run --method cvode
//! run --method ida
//! status 3
//! stderr log
//! stderr FailLog.mo:
model FailLog
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -1;
  y = log(x - 0.5);
end FailLog;
