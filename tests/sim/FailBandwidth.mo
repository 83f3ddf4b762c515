//! run --stop 3600
//! status 3
//! stderr changes again and again
//! stderr the parameter `width` is 0 (
model FailBandwidth "A hysteresis of no width"
  parameter Real Tset = 293.15, width = 0;
  Real T(start = 285, fixed = true);
  Boolean heat(start = true, fixed = true);
equation
  1e3*der(T) = (if heat then 2000 else 0) - 10*(T - 273.15);
  heat = T < Tset - width/2 or pre(heat) and T < Tset + width/2;
end FailBandwidth;
