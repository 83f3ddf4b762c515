//! run --stop 3.141592653589793
//! final x = 3.141592653589793 within 1e-9
//! expect x - sin(x) = t within 1e-9
//! stderr at the start an equation is singular: x is not determined
model SlopeAtStart "An equation without slope at its first solution; the next ones are too far for one step"
  Real x;
equation
  x - sin(x) = time;
end SlopeAtStart;
