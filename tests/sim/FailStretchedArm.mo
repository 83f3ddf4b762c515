//! run --stop 5
//! status 3
//! stderr passes through 0 (
//! never is at a limit
// An arm that is led straight: its angles lose their effect on each other there, but nothing is limited.
model FailStretchedArm
  parameter Real l = 0.5, vx = 0.1;
  Real q1(start = 0.8, fixed = true), q2(start = -1.6, fixed = true), dq1, dq2;
equation
  der(q1) = dq1;
  der(q2) = dq2;
  vx = -(l*sin(q1) + l*sin(q1 + q2))*dq1 - l*sin(q1 + q2)*dq2;
  0 = (l*cos(q1) + l*cos(q1 + q2))*dq1 + l*cos(q1 + q2)*dq2;
end FailStretchedArm;
