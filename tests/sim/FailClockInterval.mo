// A clock whose interval becomes 0, or too small to be a time later, would never tick again.
//! run --set least=0
//! run --set least=1e-20
//! status 3
//! stderr at time 0.3: assertion failed: the interval of `Clock(next)` must be positive
model FailClockInterval
  parameter Real least = 0;
  Real next(start = 0.3);
equation
  when Clock(next) then
    next = if previous(next) > 0.15 then previous(next) - 0.1 else least;
  end when;
end FailClockInterval;
