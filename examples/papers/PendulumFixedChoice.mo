/* DS-35: the pendulum of DS-34 with a bad choice of states by the user: x and vx, always. When the rod
   is horizontal y cannot be found from x: the run must end there with an error that says so (y = 0, at
   t = 0.5213 s), and with status 3. Without the two wishes it runs on as PendulumCartesian does.

     build/kron simulate examples/papers/PendulumFixedChoice.mo
*/
model PendulumFixedChoice "Pendulum in Cartesian coordinates with fixed states that fail"
  parameter Real m = 1 "Mass";
  parameter Real L = 1 "Length";
  parameter Real g = 9.81 "Gravity";
  Real x(start = 0.6, stateSelect = StateSelect.always, fixed = true) "Position";
  Real y(start = 0.8) "Position";
  Real vx(start = 0, stateSelect = StateSelect.always, fixed = true) "Velocity";
  Real vy "Velocity";
  Real F "Force in the rod";
equation
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  x^2 + y^2 = L^2;
  der(x) = vx;
  der(y) = vy;
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end PendulumFixedChoice;
