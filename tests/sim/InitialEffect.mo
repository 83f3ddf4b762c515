//! run --stop 1
//! status 3
//! stderr initialization failed
//! stderr x is too small
model InitialEffect
  Real x(start = 1, fixed = true);
initial algorithm
  assert(x > 2, "x is too small");
equation
  der(x) = -x;
end InitialEffect;
