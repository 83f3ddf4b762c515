/* One wheel of a car and its share of the body. At 1 s the wheel runs onto a kerb of 5 cm within 20
   ms. Look at the body: it rises smoothly and swings out with about 1.2 Hz, while the wheel hops at
   11 Hz. A worn shock absorber lets it bounce. Positions are measured from rest, so that weights
   and the springs' preload cancel.

     build/kron simulate examples/QuarterCar.mo --plot body.s --plot wheel.s
     build/kron simulate examples/QuarterCar.mo --plot body.s --plot wheel.s --set suspension.d=200
*/
model QuarterCar "The suspension of one wheel runs over a kerb"
  import Kron.Translational.*;
  Kron.Blocks.Sources.Ramp road(height = 0.05, duration = 0.02, startTime = 1);
  Position ground;
  Spring tyre(c = 180e3);
  Mass wheel(m = 40, s(start = 0, fixed = true), v(start = 0, fixed = true));
  SpringDamper suspension(c = 18e3, d = 1500);
  Mass body(m = 300, s(start = 0, fixed = true), v(start = 0, fixed = true));
equation
  connect(road.y, ground.u);
  connect(ground.flange, tyre.a);
  connect(tyre.b, wheel.a);
  connect(wheel.b, suspension.a);
  connect(suspension.b, body.a);
  annotation(experiment(StopTime = 4));
end QuarterCar;
