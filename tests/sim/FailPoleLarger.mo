//! run --stop 3
//! status 3
//! stderr the divisor J passes through 0
//! stderr at this position it is still on its side of 0 with smaller J1 (it is 0.05) or larger J0 (it is 0.02)
model FailPoleLarger "An inertia that depends on the angle and becomes 0"
  parameter Real J0 = 0.02, J1 = 0.05, tau = 2;
  Real phi(start = 0, fixed = true), w(start = 0, fixed = true), J;
equation
  J = J0 + J1*cos(2*phi);
  der(phi) = w;
  J*der(w) = tau;
end FailPoleLarger;
