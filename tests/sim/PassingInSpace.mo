//! run --tolerance 1e-8
//! run --tolerance 1e-8 --method cvode
//! stderr the motion goes on as it came
//! expect change = 0 within 1e-6
//! expect hypot(v["bar3.b.motion.r[1]"] - 1.5, v["bar3.b.motion.r[2]"], v["bar3.b.motion.r[3]"]) = 1 within 1e-9
model PassingInSpace "A parallelogram that turns about its base passes its flat position: states that are chosen before it stand in one order at all points (S5, DS-21)"
  import Kron.MultiBody.*;
  model Measured "A body that knows its energy"
    extends Body;
    Real energy = m*((v + cross(w, d))*(v + cross(w, d))/2 - world.g*(r + d)) + w*J*w/2;
  end Measured;
  inner World world;
  Revolute spin(n = {1, 0, 0}, phi(start = 0, fixed = true), w(start = 1, fixed = true));
  Revolute one(n = {0, 0, 1}, phi(start = 1, fixed = true), w(start = -8, fixed = true));
  Revolute two(n = {0, 0, 1}, phi(start = -1));
  Revolute three(n = {0, 0, 1}, phi(start = 1));
  Measured rod1(r_cm = {0.5, 0, 0}, I = diagonal({0.01, 0.1, 0.1}));
  Measured rod2(r_cm = {0.75, 0, 0}, I = diagonal({0.01, 0.1, 0.1}));
  Measured rod3(r_cm = {0.5, 0, 0}, I = diagonal({0.01, 0.1, 0.1}));
  Bar bar1(r = {1, 0, 0}), bar2(r = {1.5, 0, 0}), bar3(r = {1, 0, 0}), base(r = {1.5, 0, 0});
  LoopHinge close;
  Real energy = rod1.energy + rod2.energy + rod3.energy;
  parameter Real start(fixed = false);
  Real change = (energy - start)/abs(start);
initial equation
  start = energy;
equation
  connect(world.frame, spin.a);
  connect(spin.b, one.a);
  connect(one.b, rod1.frame);
  connect(one.b, bar1.a);
  connect(bar1.b, two.a);
  connect(two.b, rod2.frame);
  connect(two.b, bar2.a);
  connect(spin.b, base.a);
  connect(base.b, three.a);
  connect(three.b, rod3.frame);
  connect(three.b, bar3.a);
  connect(bar3.b, close.a);
  connect(bar2.b, close.b);
  annotation(experiment(StopTime = 1));
end PassingInSpace;
