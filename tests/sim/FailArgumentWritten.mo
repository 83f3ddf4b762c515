//! run --stop 10
//! status 3
//! stderr (`(x^2 + y^2 - l1^2 - l2^2)/(2*l1*l2)` is 1.0000000000
//! stderr make sure that `(x^2 + y^2 - l1^2 - l2^2)/(2*l1*l2)` stays within -1 .. 1
model FailArgumentWritten
  parameter Real l1 = 0.5, l2 = 0.4;
  Real x, y, q2;
equation
  x = 0.3 + 0.1*time;
  y = 0.5;
  q2 = acos((x^2 + y^2 - l1^2 - l2^2)/(2*l1*l2));
end FailArgumentWritten;
