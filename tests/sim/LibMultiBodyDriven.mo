//! run --tolerance 1e-10
//! run --tolerance 1e-10 --method cvode
//! expect v["slide.s"] = 50/84 + (0.8 - 50/84)*cos(sqrt(84)*t) within 1e-8
//! expect v["arm.axis.tau"] = 2*2*v["slide.s"]*v["slide.v"]*4 within 1e-7
//! expect v["arm.b.f[3]"] = -2*9.81 within 1e-9
//! expect v["sensor.f[3]"] = 2*9.81 within 1e-9
//! expect v["pushed.r[1]"] = 0.5*3/2*t**2 within 1e-9
//! expect v["pushed.w[3]"] = 0.1/0.2*t within 1e-9
//! expect v["sees.r[1]"] = v["pushed.r[1]"] within 0
model LibMultiBodyDriven "A mass on a spring along an arm that a motor turns steadily; a body that is pushed"
  import Kron.MultiBody.*;
  inner World world(g = {0, 0, -9.81});
  ForceSensor sensor;
  Revolute arm;
  Kron.Rotational.ConstantSpeed motor(w = 4);
  Prismatic slide(s(start = 0.8, fixed = true), v(start = 0, fixed = true));
  Kron.Translational.Fixed hub;
  Kron.Translational.Spring spring(c = 200, s_rel0 = 0.5);
  Body mass(m = 2);
  Body pushed(m = 2, I = diagonal({0.1, 0.1, 0.2}), r(each fixed = true), v(each fixed = true), Q(each fixed = true), w(each fixed = true));
  Force push(f = {3, 0, 2*9.81}, t = {0, 0, 0.1});
  MotionSensor sees;
equation
  connect(world.frame, sensor.a);
  connect(sensor.b, arm.a);
  connect(motor.flange, arm.axis);
  connect(arm.b, slide.a);
  connect(hub.flange, spring.a);
  connect(spring.b, slide.axis);
  connect(slide.b, mass.frame);
  connect(push.frame, pushed.frame);
  connect(sees.frame, pushed.frame);
end LibMultiBodyDriven;
