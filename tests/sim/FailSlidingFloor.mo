//! run --stop 2
//! status 3
//! stderr changes again and again
//! stderr give the condition a hysteresis
model FailSlidingFloor
  Real x(start = 0.5, fixed = true);
equation
  der(x) = 0.5 - floor(x);
end FailSlidingFloor;
