//! run --start 3 --stop 6
//! expect v["out"] = (13 - 2*t if t < 4 else t - 1) if abs(t - 4) > 1e-6 else v["out"] within 1e-6
model TransportTime "What a pipe is filled with at the start, from 3 + 2 to 3 + 4, depends on that time"
  Real x(start = 0, fixed = true), back, out;
  parameter Real first = 2, last = 4;
equation
  der(x) = 1;
  (back, out) = spatialDistribution(time, 0, x, true, {0, 1}, {time + first, time + last});
end TransportTime;
