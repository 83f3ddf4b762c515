//! run --stop 5
//! status 3
//! stderr M is 0: with a positive value the divisor would stay away from 0
// The mass of a trolley was forgotten: where its pendulum hangs nothing holds it.
model FailTrolleyMassless
  parameter Real M = 0, m = 50, l = 3, g = 9.81;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), phi(start = 0.4, fixed = true), w(start = 0, fixed = true);
equation
  der(x) = v;
  der(phi) = w;
  (M + m)*der(v) + m*l*(der(w)*cos(phi) - w^2*sin(phi)) = 0;
  l*der(w) + der(v)*cos(phi) + g*sin(phi) = 0;
end FailTrolleyMassless;
