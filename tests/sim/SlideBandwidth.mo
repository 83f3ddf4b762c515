//! run --stop 3600
//! stderr changes again and again
//! stderr the parameter `width` is 0 (
//! expect T = T if t < 5 else 293.15 within 0.02
model SlideBandwidth "A hysteresis of no width"
  parameter Real Tset = 293.15, width = 0;
  Real T(start = 285, fixed = true);
  Boolean heat(start = true, fixed = true);
equation
  1e3*der(T) = (if heat then 2000 else 0) - 10*(T - 273.15);
  heat = T < Tset - width/2 or pre(heat) and T < Tset + width/2;
end SlideBandwidth;
