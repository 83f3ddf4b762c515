model BridgedTogether
  import Kron.Translational.*;
  Mass wheel(m = 40), body(m = 300);
  Spring spring(c = 2e4);
  Damper damper(d = 1500);
  Fixed ground;
  Spring tyre(c = 2e5);
equation
  connect(ground.flange, tyre.a);
  connect(tyre.b, wheel.a);
  connect(wheel.b, spring.a);
  connect(wheel.b, damper.a);
  connect(wheel.b, body.a);
  connect(spring.b, body.a);
  connect(damper.b, body.a);
end BridgedTogether;
