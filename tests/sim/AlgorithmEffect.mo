//! run --stop 1
//! status 3
//! stderr at time 0.5: assertion failed: too late
model AlgorithmEffect "An algorithm that gives no value is done all the same"
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
algorithm
  assert(time < 0.5, "too late");
end AlgorithmEffect;
