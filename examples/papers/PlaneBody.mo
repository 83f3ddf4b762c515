/* DS-31: a body that could move in space is bound to the plane k*x = b. The constraint is
   differentiated twice; its coefficients never change, so one coordinate and one velocity are given up
   for good: 3 + 3 - 1 - 1 = 4 states and no set. Look at the force of constraint: lam =
   9.81*m*k[3]/(k*k) = 2.18 all the time, while the body slides down the plane.

     build/kron structure examples/papers/PlaneBody.mo
     build/kron simulate examples/papers/PlaneBody.mo --plot 'x[*]' --plot lam
*/
model PlaneBody "A body of three coordinates in a plane"
  parameter Real m = 1 "Mass";
  parameter Real k[3] = {1, 2, 2} "Normal of the plane";
  parameter Real b = 3 "The plane is k*x = b";
  Real x[3](start = {3, 0, 0}) "Position";
  Real v[3](start = {2, -1, 0}) "Velocity";
  Real lam "Force of constraint along k";
equation
  der(x) = v;
  m*der(v) = {0, 0, -9.81*m} + k*lam;
  k*x = b;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end PlaneBody;
