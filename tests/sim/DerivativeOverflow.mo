//! run --stop 3 --method bdf
//! run --stop 3 --method cvode
//! run --stop 3 --method ida
//! run --stop 3 --method radau
//! expect v["v"] = 2*exp(-t) within 1e-4
//! expect v["u"] = 1 + v["v"] within 1e-6
model DerivativeOverflow "A derivative that overflows, of a function that does not"
  Real v(start = 2, fixed = true);
  Real u(start = 3) "u^3 = (1 + v)^3";
equation
  der(v) = -v + 1/(1 + exp(2000*v));
  u^3 + 1/(1 + exp(2000*u)) = (1 + v)^3;
end DerivativeOverflow;
