/* Four bars, one of them the ground: the shortest turns steadily, the opposite one rocks. The motion
   is prescribed by the drive, so the angle of the crank is the only state and the torque follows by
   differentiating the loop twice. Look at the path of the point above the coupler, a coupler curve, and
   at the torque that steady turning takes.

     build/kron simulate examples/FourBar.mo --plot tip.x --plot tip.y
     build/kron simulate examples/FourBar.mo --plot rockerPivot.phi --plot drive.flange.tau
*/
model FourBar "A crank makes a rocker swing"
  import Kron.Planar.*;
  inner World world;
  Fixed left;
  Fixed right(x = 1);
  Kron.Rotational.ConstantSpeed drive(w = 6);
  Revolute crankPivot;
  Rod crank(l = 0.3, m = 0.3);
  Revolute crankPin(phi(start = 0.87));
  Rod coupler(l = 0.9, m = 0.9);
  Revolute rockerPin(phi(start = 1.01));
  Rod rocker(l = 0.7, m = 0.7);
  Revolute rockerPivot(phi(start = 1.8));
  Bar arm(l = 0.6, direction = 0.8);
  PositionSensor tip "A point that moves with the coupler";
equation
  connect(drive.flange, crankPivot.axis);
  connect(left.frame, crankPivot.a);
  connect(crankPivot.b, crank.a);
  connect(crank.b, crankPin.a);
  connect(crankPin.b, coupler.a);
  connect(coupler.b, rockerPin.a);
  connect(rockerPin.b, rocker.b);
  connect(right.frame, rockerPivot.a);
  connect(rockerPivot.b, rocker.a);
  connect(coupler.a, arm.a);
  connect(arm.b, tip.frame);
  annotation(experiment(StopTime = 3));
end FourBar;
