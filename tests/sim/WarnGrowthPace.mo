//! run --stop 17
//! stderr v has grown to
//! stderr and goes on, with steps of about
//! final v = exp(17) within 1e-2
model WarnGrowthPace "An angle whose speed grows without end: steps follow its turns, ever more in a unit of time"
  Real v(start = 1, fixed = true), phi(start = 0, fixed = true), x(start = 0, fixed = true);
equation
  der(v) = v;
  der(phi) = 0.01*v;
  der(x) = sin(phi)*v;
end WarnGrowthPace;
