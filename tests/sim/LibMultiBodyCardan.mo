//! run --tolerance 1e-9
//! run --tolerance 1e-9 --relax off
//! expect v["rate"]*(1 - (sin(0.5)*cos(v["shaft.phi"]))**2) = v["shaft.w"]*cos(0.5) within 1e-8
//! expect change = 0 within 1e-7
model LibMultiBodyCardan "A loop with a universal joint: shafts at 0.5 rad turn as Cardan's formula says, the energy stays"
  import Kron.MultiBody.*;
  model Measured "A body that knows its energy"
    extends Body;
    Real energy = m*((v + cross(w, d))*(v + cross(w, d))/2 - world.g*(r + d)) + w*J*w/2;
  end Measured;
  inner World world;
  Revolute shaft(n = {1, 0, 0}, phi(start = 0.3, fixed = true), w(start = 5, fixed = true));
  Measured first(r_cm = {0.1, 0.05, 0}, I = diagonal({0.05, 0.02, 0.02}));
  Bar bar(r = {0.3, 0, 0});
  Universal joint(n_a = {0, 1, 0}, n_b = {0, 0, 1}, second(phi(start = 0.5)));
  Measured second(m = 0.8, r_cm = {0.2, 0, 0.03}, I = diagonal({0.04, 0.03, 0.03}));
  Prismatic tube(s(start = 1));
  Measured third(m = 0.3, r_cm = {-0.1, 0, 0}, I = diagonal({0.004, 0.003, 0.003}));
  LoopBall ball;
  Fixed ground(r = {0.3 + cos(0.5), sin(0.5), 0});
  Real rate = second.w*{cos(0.5), sin(0.5), 0} "Of the second shaft";
  Real energy = first.energy + second.energy + third.energy;
  parameter Real start(fixed = false);
  Real change = (energy - start)/abs(start);
initial equation
  start = energy;
equation
  connect(world.frame, shaft.a);
  connect(shaft.b, first.frame);
  connect(shaft.b, bar.a);
  connect(bar.b, joint.a);
  connect(joint.b, second.frame);
  connect(joint.b, tube.a);
  connect(tube.b, third.frame);
  connect(tube.b, ball.a);
  connect(ground.frame, ball.b);
  annotation(experiment(StopTime = 3));
end LibMultiBodyCardan;
