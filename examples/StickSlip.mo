/* A mass lies on a moving belt and is tied to a wall by a spring, as a string under a violin bow.
   It sticks to the belt until the spring pulls harder than friction can hold, slips back, and
   sticks again. Look at the position, a saw tooth, and at the velocity: exactly the belt's while it
   sticks. Viscous friction against the belt makes it stop stuttering after a few swings.

     build/kron simulate examples/StickSlip.mo --plot mass.s
     build/kron simulate examples/StickSlip.mo --plot mass.v
     build/kron simulate examples/StickSlip.mo --plot mass.s --set friction.d=8
*/
model StickSlip "A mass on a belt"
  import Kron.Translational.*;
  Fixed wall;
  Spring spring(c = 20);
  Damper damper(d = 0.1);
  Mass mass(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  DryFriction friction(f_c = 3, peak = 1.6, v_s = 0.1);
  ConstantSpeed belt(v = 0.1);
equation
  connect(wall.flange, spring.a);
  connect(wall.flange, damper.a);
  connect(spring.b, mass.a);
  connect(damper.b, mass.a);
  connect(mass.b, friction.a);
  connect(friction.b, belt.flange);
  annotation(experiment(StopTime = 20));
end StickSlip;
