//! run --stop 1
//! expect x = 1 - exp(-t) within 1e-5
//! expect z = cos(t) within 1e-5
//! expect q = 2*exp(t) - 2 within 1e-5
model FixedZeroAlias "A fixed start value that is not written is 0, whatever guesses there are"
  Real x(fixed = true), y(start = 2);
  Real z(start = 1, fixed = true), u(fixed = true), w(start = 1);
  Real p(fixed = true), q(start = 8);
equation
  q = 2*p;
  der(p) = 1 + p;
  x = y;
  der(x) = 1 - x;
  der(z) = u;
  w = u;
  der(w) = -z;
end FixedZeroAlias;
