//! run --stop 200
//! status 3
//! stderr the divisor R passes through 0 (
//! stderr by R = R0*(1 + alpha*(T - 20)) (
//! stderr where R0 = 0.5, alpha = -0.0039, T = 276.41
model FailPoleSources
  parameter Real R0 = 0.5, alpha = -0.0039, U = 12, C = 50, G = 0.5;
  Real T(start = 20, fixed = true), R, i;
equation
  R = R0*(1 + alpha*(T - 20));
  i = U/R;
  C*der(T) = R*i^2 - G*(T - 20);
end FailPoleSources;
