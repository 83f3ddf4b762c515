/* Two rods hang from each other and are let go. The motion is chaotic: a thousandth of a degree
   more at the start, and after some seconds the lower rod does something else. Look at the lower
   joint's angle, which goes over the top at irregular times.

     build/kron simulate examples/DoublePendulum.mo --plot upper.phi --plot lower.phi
     build/kron simulate examples/DoublePendulum.mo --plot lower.phi --set lower.phi.start=0.50002
*/
model DoublePendulum "Two rods on hinges"
  import Kron.Planar.*;
  inner World world;
  Fixed ground;
  Revolute upper(phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Rod arm(l = 1, m = 1);
  Revolute lower(phi(start = 0.5, fixed = true), w(start = 0, fixed = true));
  Rod forearm(l = 0.8, m = 0.5);
equation
  connect(ground.frame, upper.a);
  connect(upper.b, arm.a);
  connect(arm.b, lower.a);
  connect(lower.b, forearm.a);
  annotation(experiment(StopTime = 20, Tolerance = 1e-8));
end DoublePendulum;
