//! run --stop 5
//! status 3
//! stderr passes through 0
//! stderr where l1 = 0.5, l2 = 0.4, q1 = 
//! stderr `q2` is
//! stderr larger l1 (it is 0.5) or larger l2 (it is 0.4)
model FailPoleInside "An arm that becomes straight: l1*l2*sin(q2) = 0"
  parameter Real l1 = 0.5, l2 = 0.4;
  Real q1(start = 0.6, fixed = true), q2(start = 1.2, fixed = true), w1, w2;
equation
  (-l1*sin(q1) - l2*sin(q1 + q2))*w1 - l2*sin(q1 + q2)*w2 = 0.2;
  (l1*cos(q1) + l2*cos(q1 + q2))*w1 + l2*cos(q1 + q2)*w2 = 0;
  der(q1) = w1;
  der(q2) = w2;
end FailPoleInside;
