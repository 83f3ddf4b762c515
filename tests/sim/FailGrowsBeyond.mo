//! run --stop 1000
//! status 3
//! stderr v has grown to
//! stderr it grows by m*der(v) = -c*x - d*v
//! stderr where d = -2
// A negative damping makes the oscillation grow until its numbers end.
model FailGrowsBeyond
  parameter Real d = -2, c = 100, m = 1;
  Real x(start = 0.1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  m*der(v) = -c*x - d*v;
end FailGrowsBeyond;
