//! run --stop 1
//! expect x = cos(t) + 3*sin(t) within 1e-5
//! expect u = 3*cos(t) - sin(t) within 1e-5
//! expect w = 3*cos(t) - sin(t) within 1e-5
model FixedDerivativeAlias "The fixed start value of a name of der(x) holds for the state that der(x) is equal to"
  Real x(start = 1, fixed = true), u(start = 3, fixed = true), w(start = 1);
equation
  der(x) = u;
  w = u;
  der(w) = -x;
end FixedDerivativeAlias;
