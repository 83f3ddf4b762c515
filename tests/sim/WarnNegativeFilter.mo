//! run --stop 1
//! stderr it does not grow with a positive w (it is -123)
// What grows most is an integral of the square of what is unstable: it has no part in the mode.
model WarnNegativeFilter
  parameter Real w = -123;
  Real E(start = 0, fixed = true), x[2](each start = 0, each fixed = true);
equation
  der(x[1]) = w*(sin(314*time) - x[1]);
  der(x[2]) = w*(x[1] - x[2]);
  der(E) = x[2]^2;
end WarnNegativeFilter;
