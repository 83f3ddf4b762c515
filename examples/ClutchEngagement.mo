/* A motor runs at 100 rad/s, a load stands still. From 1 s on a clutch is pressed: it slips, brakes
   the one and drives the other until both have one speed, and then holds them together until it is
   released at 4 s. Look at the two speeds. Pressed at half the force the clutch slips longer; with
   a tenth it never locks.

     build/kron simulate examples/ClutchEngagement.mo --plot motor.w --plot load.w
     build/kron simulate examples/ClutchEngagement.mo --plot motor.w --plot load.w --set clutch.f_max=250
*/
model ClutchEngagement "A clutch joins two shafts"
  import Kron.Blocks.Sources.*;
  import Kron.Rotational.*;
  ConstantTorque drive(tau = 5);
  Inertia motor(J = 0.5, phi(start = 0, fixed = true), w(start = 100, fixed = true));
  Clutch clutch(mu = 0.4, peak = 1.2, r = 0.2, f_max = 500);
  Inertia load(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  BearingFriction bearing(tau_c = 2, d = 0.02);
  TimeTable pressing(table = {{1, 0}, {1.5, 1}, {4, 1}, {4.2, 0}});
equation
  connect(drive.flange, motor.a);
  connect(motor.b, clutch.a);
  connect(clutch.b, load.a);
  connect(load.b, bearing.a);
  connect(pressing.y, clutch.u);
  annotation(experiment(StopTime = 6));
end ClutchEngagement;
