/* A trolley runs under a beam; a load hangs from it on a rope, here a bar without mass. The trolley is
   pushed for a second and held back for another. Look at the load, which goes on swinging and pulls the
   trolley to and fro, and how the friction of the trolley's wheels ends it. With stronger friction the
   trolley stays where it is, and the load swings on for longer.

     build/kron simulate examples/Crane.mo --plot beam.s --plot hook.phi
     build/kron simulate examples/Crane.mo --plot beam.s --plot hook.phi --set beam.d=3000
*/
model Crane "A load swings under a trolley"
  import Kron.Planar.*;
  inner World world;
  Fixed wall;
  Prismatic beam(s(start = 0, fixed = true), v(start = 0, fixed = true), d = 50);
  Body trolley(m = 100, J = 5);
  Revolute hook(phi(start = -1.5707963267948966, fixed = true), w(start = 0, fixed = true), d = 5);
  Bar rope(l = 5);
  Body load(m = 300, J = 50);
  Kron.Translational.Force drive(u = if time < 1 then 300 elseif time < 2 then -300 else 0);
equation
  connect(wall.frame, beam.a);
  connect(beam.b, trolley.frame);
  connect(drive.flange, beam.axis);
  connect(trolley.frame, hook.a);
  connect(hook.b, rope.a);
  connect(rope.b, load.frame);
  annotation(experiment(StopTime = 30));
end Crane;
