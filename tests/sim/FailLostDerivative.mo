//! run
//! status 3
//! stderr `L` is 0: with it the derivative is not in `L*der(i) = v`, so `i` cannot start where one likes
//! stderr which give 1, not 2
model FailLostDerivative "A coil without inductance has no current of its own at the start"
  parameter Real L = 0, R = 10, V = 10, alpha = 0;
  Real i(start = 2, fixed = true), v;
equation
  L*der(i) = v;
  V = R*(1 + alpha*5)*i + v;
end FailLostDerivative;
