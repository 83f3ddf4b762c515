//! run --stop 17
//! stderr w has grown to
//! stderr and goes on, with steps of about
//! never faster and faster
//! final w = exp(17) within 1e-2
model WarnGrowthPace "An angle whose speed grows without end: steps follow its turns, ever more in a unit of time"
  Real w(start = 1, fixed = true), phi(start = 0, fixed = true), x(start = 0, fixed = true);
equation
  der(w) = w;
  der(phi) = 0.01*w;
  der(x) = sin(phi)*w;
end WarnGrowthPace;
