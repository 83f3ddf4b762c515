/* A robot arm with six hinges, held by springs and dampers of its drives while it swings into rest. Each part is
   connected as it is bolted together; the accelerations come from the recursion that the marks in the joints
   describe. Look at the angles of the first three axes, and at where the hand is.

     build/kron simulate examples/papers/RobotArm.mo --plot 'axis[1].phi' --plot 'axis[2].phi' --plot 'axis[3].phi'
     build/kron simulate examples/papers/RobotArm.mo --plot hand.r
     build/kron structure examples/papers/RobotArm.mo | less
*/
model RobotArm "Six axes"
  import Kron.MultiBody.*;
  inner World world;
  Revolute axis[6](n = {{0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}},
    phi(start = {0, 0.5, -1, 0, -0.5, 0}, each fixed = true), w(each fixed = true));
  Bar link[6](r = {{0, 0.4, 0}, {0.5, 0, 0}, {0.3, 0, 0}, {0.3, 0, 0}, {0.1, 0, 0}, {0.1, 0, 0}});
  Body part[6](m = {30, 20, 15, 8, 3, 1}, r_cm = {{0, 0.2, 0}, {0.25, 0, 0}, {0.15, 0, 0}, {0.15, 0, 0}, {0.05, 0, 0}, {0.05, 0, 0}},
    I = {diagonal({0.6, 0.3, 0.6}), diagonal({0.1, 0.6, 0.6}), diagonal({0.1, 0.2, 0.2}), diagonal({0.02, 0.1, 0.1}), diagonal({0.004, 0.006, 0.006}), diagonal({0.001, 0.002, 0.002})});
  Kron.Rotational.Fixed housing[6];
  Kron.Rotational.SpringDamper drive[6](c = {2000, 4000, 3000, 300, 100, 30}, d = {200, 600, 300, 20, 5, 1}, phi_rel0 = {0.7, 0.8, -1.2, 0.5, 0.4, 1});
  MotionSensor hand;
equation
  connect(world.frame, axis[1].a);
  connect(axis.b, link.a);
  connect(axis.b, part.frame);
  connect(link[1:5].b, axis[2:6].a);
  connect(link[6].b, hand.frame);
  connect(housing.flange, drive.a);
  connect(drive.b, axis.axis);
  annotation(experiment(StopTime = 2));
end RobotArm;
