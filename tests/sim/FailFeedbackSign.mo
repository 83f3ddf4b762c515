//! run --stop 10
//! status 3
//! stderr it grows by der(h) = 2*u - 0.5*h (
//! stderr with u = k*(e + I) (
//! stderr with e = h - r (
model FailFeedbackSign "The loop in which a sign is wrong is told, not only the equation of the state"
  parameter Real k = 50, Ti = 0.1, r = 2;
  Real h(start = 1, fixed = true), u, e, I(start = 0, fixed = true);
equation
  e = h - r;
  der(I) = e/Ti;
  u = k*(e + I);
  der(h) = 2*u - 0.5*h;
end FailFeedbackSign;
