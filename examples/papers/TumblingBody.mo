/* DS-37: a free body that tumbles, its orientation given by a quaternion. Three of the four numbers are
   states; which one follows from the others changes as the body turns: the one of the largest amount.
   The norm is differentiated once and makes one set, three of four; the angular velocities are states
   for good: six in all. It turns about its middle axis, which is unstable, and so it topples over again
   and again. Look at the angular velocities in the body, and at energy and angular momentum in space,
   which stay.

     build/kron structure examples/papers/TumblingBody.mo
     build/kron simulate examples/papers/TumblingBody.mo --plot 'q[*]' --plot 'w[*]'
*/
model TumblingBody "A free rigid body, orientation by a quaternion"
  parameter Real J[3] = {1, 2, 3} "Moments of inertia";
  Real q[4](start = {0, 0, 0, 1}) "Orientation";
  Real w[3](start = {0.1, 1, 0.1}, each fixed = true) "Angular velocity, in axes of the body";
  Real energy = (J[1]*w[1]^2 + J[2]*w[2]^2 + J[3]*w[3]^2)/2 "Kinetic energy";
  Real h[3] "Angular momentum in space";
equation
  q*q = 1;
  w[1] = 2*( q[4]*der(q[1]) + q[3]*der(q[2]) - q[2]*der(q[3]) - q[1]*der(q[4]));
  w[2] = 2*(-q[3]*der(q[1]) + q[4]*der(q[2]) + q[1]*der(q[3]) - q[2]*der(q[4]));
  w[3] = 2*( q[2]*der(q[1]) - q[1]*der(q[2]) + q[4]*der(q[3]) - q[3]*der(q[4]));
  J[1]*der(w[1]) = (J[2] - J[3])*w[2]*w[3];
  J[2]*der(w[2]) = (J[3] - J[1])*w[3]*w[1];
  J[3]*der(w[3]) = (J[1] - J[2])*w[1]*w[2];
  h = 2*cross(q[1:3], cross(q[1:3], J.*w)) + 2*q[4]*cross(q[1:3], J.*w) + J.*w;
  annotation(experiment(StopTime = 40, Tolerance = 1e-8));
end TumblingBody;
