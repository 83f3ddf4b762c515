//! run --tolerance 1e-9
//! run --tolerance 1e-9 --relax off
//! expect change = 0 within 1e-7
//! expect hypot(v["rod.frame.motion.r[1]"] - v["far.b.motion.r[1]"], v["rod.frame.motion.r[2]"] - v["far.b.motion.r[2]"], v["rod.frame.motion.r[3]"] - v["far.b.motion.r[3]"]) = 1 within 1e-12
//! expect v["arm.b.motion.r[1]"] = v["far.b.motion.r[1]"] within 1e-12
//! expect v["arm.b.motion.r[2]"] = v["far.b.motion.r[2]"] within 1e-12
//! expect v["arm.b.motion.r[3]"] = v["far.b.motion.r[3]"] within 1e-12
model LibMultiBodyBalls "A crank and a rocker about skew axes, joined by a rod with balls on both ends: the loop stays closed, the energy stays"
  import Kron.MultiBody.*;
  model Measured "A body that knows its energy"
    extends Body;
    Real energy = m*((v + cross(w, d))*(v + cross(w, d))/2 - world.g*(r + d)) + w*J*w/2;
  end Measured;
  inner World world;
  Fixed ground(r = {0.9, 0.3, 0.6});
  Revolute hinge(n = {0, 0, 1}, phi(start = 0.5, fixed = true), w(start = 4, fixed = true));
  Measured crank(r_cm = {0.1, 0, 0}, I = diagonal({0.01, 0.02, 0.02}));
  Bar throw(r = {0.2, 0, 0});
  Spherical ball(w(start = {3, 0, 0}));
  Measured rod(m = 0.5, r_cm = {0.5, 0, 0}, I = diagonal({0.001, 0.05, 0.05}));
  Bar far(r = {1, 0, 0});
  LoopBall close;
  Revolute other(n = {1, 0.2, 0}, phi(start = -1.2));
  Measured rocker(m = 1.5, r_cm = {0, 0.2, 0.05}, I = [0.03, 0.004, 0; 0.004, 0.01, 0; 0, 0, 0.03]);
  Bar arm(r = {0, 0.5, 0.1});
  Real energy = crank.energy + rod.energy + rocker.energy;
  parameter Real start(fixed = false);
  Real change = (energy - start)/abs(start);
initial equation
  start = energy;
equation
  connect(world.frame, hinge.a);
  connect(hinge.b, crank.frame);
  connect(hinge.b, throw.a);
  connect(throw.b, ball.a);
  connect(ball.b, rod.frame);
  connect(ball.b, far.a);
  connect(far.b, close.a);
  connect(ground.frame, other.a);
  connect(other.b, rocker.frame);
  connect(other.b, arm.a);
  connect(arm.b, close.b);
  annotation(experiment(StopTime = 3));
end LibMultiBodyBalls;
