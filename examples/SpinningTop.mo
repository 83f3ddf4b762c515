/* A top on a table: it nods, goes round, and does not fall while it spins fast enough. The ball joint has
   quaternions as coordinates, so no position is singular. Look at the height of the centre of mass, which nods, and
   at the path of the axis; then let the top spin more slowly.

     build/kron simulate examples/SpinningTop.mo --plot height
     build/kron simulate examples/SpinningTop.mo --plot axis
     build/kron simulate examples/SpinningTop.mo --set spin=40 --plot height
*/
model SpinningTop "A top that nods and goes round"
  import Kron.MultiBody.*;
  parameter Kron.Units.AngularVelocity spin = 120;
  parameter Kron.Units.Angle tilt = 0.4;
  inner World world(g = {0, 0, -9.81});
  Spherical tip(Q(start = quaternions({1, 0, 0}, tilt), each fixed = true), w(start = {0, 0, spin}, each fixed = true));
  Body top(m = 0.1, r_cm = {0, 0, 0.04}, I = diagonal({6e-5, 6e-5, 9e-5}));
  Kron.Units.Length height = 0.04*top.frame.motion.R[3, 3] "Of the centre of mass";
  Real axis[2] = top.frame.motion.R[1:2, 3] "Where the axis points to, seen from above";
equation
  connect(world.frame, tip.a);
  connect(tip.b, top.frame);
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end SpinningTop;
