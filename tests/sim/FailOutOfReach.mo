//! run --stop 10
//! status 3
//! stderr it would be within -1 .. 1 here with larger l1 (it is 0.5) or larger l2 (it is 0.4)
// An arm that is to follow a line beyond its reach.
model FailOutOfReach
  parameter Real l1 = 0.5, l2 = 0.4;
  Real r, phi;
equation
  r = 0.3 + 0.1*time;
  phi = acos((r^2 - l1^2 - l2^2)/(2*l1*l2));
end FailOutOfReach;
