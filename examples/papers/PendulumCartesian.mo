/* DS-33, DS-34: the pendulum of DS-32 with velocities of their own. der(x) = vx is recognised as a name
   for a derivative: only the constraint is differentiated, and the sets are {x, y} and {vx, vy}. It
   starts above the pivot with x = 0.6 and y = 0.8: y follows from the larger pivot, x is the state. At
   t = 0.2163 x becomes larger than y, and a little later y becomes the state. Look at `state_switches`,
   and that nothing is to be seen of them in the curves.

     build/kron simulate examples/papers/PendulumCartesian.mo --plot x --plot y --plot 'state(x)'
     build/kron simulate examples/papers/PendulumCartesian.mo --json
*/
model PendulumCartesian "Pendulum in Cartesian coordinates, first derivatives"
  parameter Real m = 1 "Mass";
  parameter Real L = 1 "Length";
  parameter Real g = 9.81 "Gravity";
  Real x(start = 0.6, fixed = true) "Position";
  Real y(start = 0.8) "Position";
  Real vx(start = 0, fixed = true) "Velocity";
  Real vy "Velocity";
  Real F "Force in the rod";
  Real length = sqrt(x^2 + y^2) "Length of the rod as simulated";
  Real energy = m*(vx^2 + vy^2)/2 + m*g*y "Energy as simulated";
equation
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  x^2 + y^2 = L^2;
  der(x) = vx;
  der(y) = vy;
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end PendulumCartesian;
