/* A motor speeds up a crank with a flywheel, which drives a piston to and fro. The piston's position is
   no state: at both dead centres the crank may go either way. So crank, rod and piston are candidates,
   and the run takes the crank. Look at the speed of the crank, which breathes twice a turn, and at the
   force on the cylinder's wall. Without the flywheel it breathes more.

     build/kron simulate examples/SliderCrank.mo --plot crankshaft.w --plot cylinder.s
     build/kron simulate examples/SliderCrank.mo --plot crankshaft.w --set flywheel.J=0.001
*/
model SliderCrank "A motor drives a piston by crank and rod"
  import Kron.Planar.*;
  inner World world;
  Fixed ground;
  Kron.Rotational.ConstantTorque motor(tau = 2);
  Kron.Rotational.Inertia flywheel(J = 0.02);
  Revolute crankshaft(phi(start = 0.5, fixed = true), w(start = 0, fixed = true), d = 0.02);
  Rod crank(l = 0.1, m = 1);
  Revolute crankpin(phi(start = -0.66));
  Rod rod(l = 0.3, m = 0.5);
  Revolute pistonpin(phi(start = 0.16));
  Prismatic cylinder(s(start = 0.38));
  Body piston(m = 0.8);
equation
  connect(motor.flange, flywheel.a);
  connect(flywheel.b, crankshaft.axis);
  connect(ground.frame, crankshaft.a);
  connect(crankshaft.b, crank.a);
  connect(crank.b, crankpin.a);
  connect(crankpin.b, rod.a);
  connect(rod.b, pistonpin.a);
  connect(pistonpin.b, piston.frame);
  connect(ground.frame, cylinder.a);
  connect(cylinder.b, piston.frame);
  annotation(experiment(StopTime = 1));
end SliderCrank;
