//! run --stop 5
//! status 3
//! stderr at time 2.1428
//! stderr the delay time `len/v` is above its maximum `8`
model DelayAboveMaximum "10/(2 - 0.35*t) passes 8 at t = 2.142857 (3.7.4.2)"
  parameter Real len = 10;
  Real v = 2 - 0.35*time;
  Real qin = 1 + sin(time), qout;
equation
  qout = delay(qin, len/v, 8);
end DelayAboveMaximum;
