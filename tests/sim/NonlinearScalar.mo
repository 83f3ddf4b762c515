//! run --stop 5
//! run --stop 5 --method ida
//! expect E - 0.5*sin(E) = t within 1e-8
//! expect x + exp(x) = 1 + t within 1e-8
model NonlinearScalar "Kepler's equation and x + exp(x): one unknown each"
  Real E(start = 0), x(start = 0);
equation
  E - 0.5*sin(E) = time;
  x + exp(x) = 1 + time;
end NonlinearScalar;
