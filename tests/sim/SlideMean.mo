//! run --stop 10
//! run --stop 10 --method bdf
//! stderr u = -2, while it is false 3, by u = if x > 0 then -2 else 3
//! stderr give the condition a hysteresis
//! expect x = 2 - 2*t - cos(t) if t < 0.58 else 0 if t > 0.6 else x within 2e-3
//! expect mean = mean if t < 0.6 else cos(t) - 2 within 2e-3
model SlideMean "A sliding mode: x stays on its limit, u is -sin(time) in the mean"
  Real x(start = 1, fixed = true), mean(start = 0, fixed = true), u;
equation
  u = if x > 0 then -2 else 3;
  der(x) = u + sin(time);
  der(mean) = u;
end SlideMean;
