//! run --stop 3 --interval 0.01
//! expect right = (1 - t if t < 1 else sin(t - 1)) within 1e-5
//! expect left = sin(t) if t > 0 else left within 1e-5
//! expect z1 = (0 if t < 0.25 else 9 if t < 0.5 else sin(8*(t - 0.5)) if t < 1.25 else 5 if t > 1.26 and t < 1.99 else z1) if min(abs(t - s) for s in (0.25, 0.5, 1.25, 2)) > 1e-6 else z1 within 2e-5
//! expect z0 = (sin(8*t) if t < 1.25 else sin(8*(1.25 - (t - 1.25))) if t < 1.75 else 5 if t < 2 else z0) if min(abs(t - s) for s in (0, 1.25, 1.75, 2)) > 1e-6 else z0 within 2e-5
//! expect v["many1[1]"] = t - 0.5 if t > 0.51 else v["many1[1]"] within 1e-6
//! expect v["many1[2]"] = 2*(t - 0.5) if t > 0.51 else v["many1[2]"] within 1e-6
//! expect first = sin(t) if t > 0 else first within 1e-5
model Transport "a distribution that moves: constant velocity, reversal, several quantities"
  Real x(start = 5, fixed = true), y(start = 0, fixed = true);
  Real left, right, v, z0, z1, many0[2], many1[2], first;
equation
  der(x) = 1;
  (left, right) = spatialDistribution(sin(time), 0, x, true, {0, 1}, {0, 1});
  v = if time < 1.25 then 2 else -2;
  der(y) = v;
  (z0, z1) = spatialDistribution(sin(8*time), 5, y, v >= 0, {0, 0.5, 0.5, 1}, {9, 9, 0, 0});
  (many0, many1) = spatialDistribution({time, 2*time}, {0, 0}, 2*time, true, {{0, 1}, {0, 1}},
    initialValues = {{0, 0}, {0, 0}});
  first = spatialDistribution(in0 = sin(time), in1 = 0, x = x, positiveVelocity = true);
end Transport;
