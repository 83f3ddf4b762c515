/* DS-38 again, built of parts of Kron.Planar as one would build it on a bench: the mechanism of
   TwoLoops. Parts know nothing of loops; that there are two, and which coordinates may be states, is
   found by the translator. Here the joints' angles and the way of the slide are the candidates. The
   motion is that of TwoLoops. Look at the angle of each joint.

     build/kron structure examples/papers/TwoLoopsOfParts.mo
     build/kron simulate examples/papers/TwoLoopsOfParts.mo --plot j1.w --plot j3.s --plot j4.phi --plot j7.phi
*/
model TwoLoopsOfParts "Two coupled kinematic loops, built of parts"
  import Kron.Planar.*;
  inner World world(gy = 0);
  Fixed ground;
  Fixed post(x = 2.2);
  Kron.Rotational.ConstantTorque motor(tau = 1);
  Revolute j1(phi(start = 0.5, fixed = true), w(start = 0, fixed = true));
  Body flywheel(m = 0, J = 0.1);
  Bar crank(l = 0.3);
  Revolute j2(phi(start = -0.64));
  Bar rod(l = 1);
  Revolute j3r(phi(start = 0.14));
  Prismatic j3(s(start = 1.25));
  Body slider(m = 1);
  Revolute j4(phi(start = 0.96));
  Bar b6(l = 1);
  Body inertia6(m = 0, J = 0.2);
  Revolute j5(phi(start = 1.04));
  Bar b7(l = 0.9);
  Body inertia7(m = 0, J = 0.2);
  Revolute j7(phi(start = 2));
equation
  connect(ground.frame, j1.a);
  connect(motor.flange, j1.axis);
  connect(j1.b, flywheel.frame);
  connect(j1.b, crank.a);
  connect(crank.b, j2.a);
  connect(j2.b, rod.a);
  connect(rod.b, j3r.a);
  connect(j3r.b, slider.frame);
  connect(ground.frame, j3.a);
  connect(j3.b, slider.frame);
  connect(slider.frame, j4.a);
  connect(j4.b, b6.a);
  connect(j4.b, inertia6.frame);
  connect(b6.b, j5.a);
  connect(j5.b, b7.b);
  connect(post.frame, j7.a);
  connect(j7.b, b7.a);
  connect(j7.b, inertia7.frame);
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end TwoLoopsOfParts;
