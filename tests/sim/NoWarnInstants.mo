//! run --stop 86400
//! quiet
//! expect u = 1 + (t > 40) + (t > 50000) if t > 5.1 and abs(t - 40) > 0.1 and abs(t - 50000) > 0.1 else u within 1e-9
model NoWarnInstants "Steps in the beginning that would not be in the run as hours, and one later on"
  parameter Real first = 5, second = 40, late = 50000, third = 0.5, last = 1;
  Real x(start = 0, fixed = true), u, w;
equation
  u = (if time > first then 1 else 0) + (if time > second then 1 else 0) + (if time > late then 1 else 0);
  w = if time > third and time < last then 1 else 0;
  100*der(x) = u + w - x;
end NoWarnInstants;
