//! run --stop 5
//! quiet
//! final w = 500*exp(0.5*t)/(499 + exp(0.5*t)) within 1e-4
//! final p = 0.01*exp(0.8*t)/(0.99 + 0.01*exp(0.8*t)) within 1e-4
// What lives grows by what there is of it, until it meets a bound: nothing comes of nothing, so no set point is missed.
model GrowsOfItself
  Real w(start = 1, fixed = true), p(start = 0.01, fixed = true);
equation
  der(w) = 0.5*w - 0.001*w^2;
  der(p) = 0.8*p*(1 - p);
end GrowsOfItself;
