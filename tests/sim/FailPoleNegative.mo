//! run --stop 100
//! status 3
//! stderr the divisor R passes through 0
//! stderr is the sign of alpha meant, which is -0.004? With a positive one the divisor would stay away from 0
//! stderr the parameter `alpha` is -0.004 (
model FailPoleNegative "A wire whose resistance falls with its temperature: R = 0 at T = 543.15"
  parameter Real R0 = 40, alpha = -4e-3, C = 50, G = 1, U = 230;
  Real T(start = 293.15, fixed = true), R, P;
equation
  R = R0*(1 + alpha*(T - 293.15));
  P = U^2/R;
  C*der(T) = P - G*(T - 293.15);
end FailPoleNegative;
