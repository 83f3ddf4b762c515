//! run --stop 1
//! status 3
//! stderr the interval of a sample or clock must be positive; it is 0 in sample(0, Ts)
//! stderr `Ts` is 0 by Ts = N*dt (
model SampleIntervalOrigin
  parameter Integer N = 0;
  parameter Real dt = 0.01;
  parameter Real Ts = N*dt;
  discrete Real y(start = 0, fixed = true);
equation
  when sample(0, Ts) then
    y = time;
  end when;
end SampleIntervalOrigin;
