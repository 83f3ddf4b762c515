// x^2 + 0.1*x^4 = 1 - time has no solution after time 1
//! run --stop 2
//! status 3
//! stderr at time 1
//! stderr ends here
//! stderr with x =
model FailSolutionEnds
  Real x(start = 1);
  Real y(start = 0, fixed = true);
equation
  x^2 + 0.1*x^4 = 1 - time;
  der(y) = x;
end FailSolutionEnds;
