// Fixed start values of two names for one variable, which parameters give: the run finds that they differ.
//! run
//! run --set q=3 --set s=2
//! status 3
//! stderr `y` has another value at the start than its fixed start value says
model FailStartFixedAlias
  parameter Real p = 1, q = 2, s = 1;
  Real x(start = p, fixed = true), y(start = -q, fixed = true);
equation
  x = -y;
  der(x) = -s*x;
end FailStartFixedAlias;
