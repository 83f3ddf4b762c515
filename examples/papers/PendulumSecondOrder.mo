/* DS-32: a pendulum in Cartesian coordinates, written with second derivatives. The length of the rod
   is a constraint between the positions: differentiated twice it says something of the accelerations,
   and with them the force is found. The index is 3. Neither x nor y serves as a state in every
   position, so there are two sets of one state each, for positions and for velocities. Look at the
   constraint and its derivatives in `kron structure`, and at the length of the rod.

     build/kron structure examples/papers/PendulumSecondOrder.mo
     build/kron simulate examples/papers/PendulumSecondOrder.mo --plot x --plot y
*/
model PendulumSecondOrder "Pendulum in Cartesian coordinates, second derivatives"
  parameter Real m = 1 "Mass";
  parameter Real L = 1 "Length";
  parameter Real g = 9.81 "Gravity";
  Real x(start = 0.6, fixed = true) "Position";
  Real y(start = 0.8) "Position";
  Real F "Force in the rod";
  Real length = sqrt(x^2 + y^2) "Length of the rod as simulated";
initial equation
  der(x) = 0;
equation
  m*der(der(x)) = -x/L*F;
  m*der(der(y)) = -y/L*F - m*g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end PendulumSecondOrder;
