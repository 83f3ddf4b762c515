//! run
//! status 3
//! stderr the interval of a sample or clock must be positive; it is 0 in Clock(Ts) (
model FailClockInterval "The clock as it is written, and where"
  parameter Real Ts = 0;
  Real x = sin(time), y;
equation
  y = sample(x, Clock(Ts));
end FailClockInterval;
