// a discrete variable that begins without a value: the conditions cannot settle
//! run --stop 1
//! status 3
//! stderr is below its minimum 1e-60; it must be positive
//! stderr count
model FailInitialNumber
  constant Real small = 1e-60;
  parameter Real period(min = small) = 0;
  Integer count;
  Real start;
initial algorithm
  count := integer(time/period);
  start := count*period;
equation
  when time >= (pre(count) + 1)*period then
    count = pre(count) + 1;
    start = time;
  end when;
end FailInitialNumber;
