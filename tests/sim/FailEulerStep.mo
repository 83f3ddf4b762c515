//! run --method euler --step 0.5 --stop 500
//! status 3
//! stderr the step of 0.5 is too long for explicit Euler
model FailEulerStep "A step longer than twice the time constant"
  Real x(start = 1, fixed = true);
equation
  0.1*der(x) = -x;
end FailEulerStep;
