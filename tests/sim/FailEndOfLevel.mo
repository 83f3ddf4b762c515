//! run --stop 10
//! status 3
//! stderr the solution of 1 nonlinear equation ends here
//! stderr it changes by der(V) = 0.1
//! stderr there may be a solution up to this value of V only
model FailEndOfLevel "A lying tank that is filled beyond its top"
  parameter Real R = 0.5, L = 1;
  Real V(start = 0.2, fixed = true), h(start = 0.3);
equation
  der(V) = 0.1;
  V = L*(R^2*acos((R - h)/R) - (R - h)*sqrt(2*R*h - h^2));
end FailEndOfLevel;
