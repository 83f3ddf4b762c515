//! run --stop 10
//! stderr events come in ever shorter intervals: time >= pre(next) (
//! stderr give the interval to the next event a least value
model WarnTimeAccumulates "Intervals of 1, 0.8, 0.64, ...: they end at 5"
  discrete Real next(start = 1, fixed = true), period(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when time >= pre(next) then
    n = pre(n) + 1;
    period = 0.8*pre(period);
    next = pre(next) + period;
  end when;
end WarnTimeAccumulates;
