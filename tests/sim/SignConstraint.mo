//! run --stop 2
//! expect y = 2 + sin(t) within 1e-6
//! expect x = 1 + sin(t)/2 within 1e-6
model SignConstraint "A constraint between states with sign(x) in it: between its jumps it is a constant"
  Real x(start = 1, fixed = true), y, v;
equation
  der(x) = v;
  y = 2*sign(x)*x;
  der(y) = cos(time);
end SignConstraint;
