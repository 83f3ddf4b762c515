/* DS-36: the pendulum with an angle, which is a good state in every position. x and y are differentiated
   twice, alpha is only another name for der(w), and phi and w are states once and for all: no set, no
   switching. The motion is that of PendulumCartesian. Look at `kron structure`.

     build/kron structure examples/papers/PendulumAngle.mo
     build/kron simulate examples/papers/PendulumAngle.mo --plot x --plot y
*/
model PendulumAngle "Pendulum with an angle"
  parameter Real m = 1 "Mass";
  parameter Real L = 1 "Length";
  parameter Real g = 9.81 "Gravity";
  Real x "Position";
  Real y "Position";
  Real vx "Velocity";
  Real vy "Velocity";
  Real F "Force in the rod";
  Real phi(start = 2.498091544796509, fixed = true) "Angle, 0 hanging down";
  Real w(start = 0, fixed = true) "Angular velocity";
  Real alpha "Angular acceleration";
equation
  m*der(vx) = -F*sin(phi);
  m*der(vy) = F*cos(phi) - m*g;
  x = L*sin(phi);
  y = -L*cos(phi);
  alpha = der(w);
  der(x) = vx;
  der(y) = vy;
  der(phi) = w;
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end PendulumAngle;
