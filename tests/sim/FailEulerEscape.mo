//! run --stop 3 --method euler --step 0.01
//! status 3
//! stderr the step of 0.01 is too long for explicit Euler
//! stderr here steps up to 0.0002 are stable
//! stderr a has grown to 6.05067e+99 by tau*der(a) = b - a (
model FailEulerEscape "Values beyond all scales are told before they are no numbers any more"
  parameter Real tau = 1e-4;
  Real a(start = 1, fixed = true), b(start = 0, fixed = true);
equation
  tau*der(a) = b - a;
  der(b) = 1 - b;
end FailEulerEscape;
