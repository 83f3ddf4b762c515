//! run --stop 5
//! status 3
//! stderr it swings down to `l^2 - r^2`, which is -0.0036: choose parameters for which that is positive
// A rod that is shorter than its crank.
model FailCrankLonger
  parameter Real r = 0.1, l = 0.08;
  Real phi(start = 0.1, fixed = true), x;
equation
  x = r*cos(phi) + sqrt(l^2 - (r*sin(phi))^2);
  der(phi) = 5;
end FailCrankLonger;
