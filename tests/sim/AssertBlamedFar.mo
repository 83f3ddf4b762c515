//! run --stop 1
//! status 3
//! stderr AssertBlamedFar.mo:14) [KMF3GS]
//! stderr `p[300]` is -2 by p[300] = p[299] (
//! stderr `p[297]` is -2
//! never `p[296]` is
//! never `p[1]` is
//! stderr the parameter `given` is -2 (
model AssertBlamedFar "Of a long chain of parameters its beginning is told, and what was given"
  parameter Real given = -2, p[300] = cat(1, {given}, p[1:299]);
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  assert(p[300] > 0, "must be positive");
end AssertBlamedFar;
