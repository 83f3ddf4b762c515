//! run --stop 1
//! status 3
//! stderr `dp` is 100000: is the minus before it wrong?
// The argument of a root is negative by a minus.
model FailRootSigns
  Real p(start = 1e5, fixed = true), dp, m;
equation
  dp = 2e5 - p;
  m = sqrt(-dp);
  der(p) = 8e4*m;
end FailRootSigns;
