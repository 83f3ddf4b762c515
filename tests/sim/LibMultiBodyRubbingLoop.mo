//! run --tolerance 1e-9
//! run --tolerance 1e-9 --relax off
//! expect change = 0 within 1e-7
//! expect v["close.a.motion.r[1]"] = v["close.b.motion.r[1]"] within 1e-12
//! expect v["crank.friction.direction"] = 1 within 0
//! expect v["slide.friction.direction"] = -1 within 0
model LibMultiBodyRubbingLoop "A slider-crank in space that moves at the start, crank and slide rub: stuck both of them would hold one motion twice"
  import Kron.MultiBody.*;
  model Measured "A body that knows its energy"
    extends Body;
    Real energy = m*((v + cross(w, d))*(v + cross(w, d))/2 - world.g*(r + d)) + w*J*w/2;
  end Measured;
  inner World world;
  FrictionRevolute crank(n = {0, 0, 1}, mu = 0.3, radius = 0.03, phi(start = 0.5, fixed = true), w(start = 6, fixed = true));
  Measured wheel(r_cm = {0.1, 0, 0}, I = diagonal({0.01, 0.02, 0.02}));
  Bar throw(r = {0.2, 0, 0.1});
  Spherical ball(w(start = {1, 0, 0}));
  Measured rod(m = 0.5, r_cm = {0.5, 0, 0}, I = diagonal({0.002, 0.05, 0.05}));
  Bar far(r = {1, 0, 0});
  LoopBall close;
  Fixed ground(r = {0, 0.1, -0.1});
  FrictionPrismatic slide(n = {1, 0.1, 0}, mu = 0.2, s(start = 1.1));
  Measured piston(m = 2, r_cm = {0.05, 0, 0}, I = diagonal({0.01, 0.02, 0.02}));
  Real energy = wheel.energy + rod.energy + piston.energy;
  Real lost(start = 0, fixed = true) "By friction";
  Real change = energy + lost - start;
  parameter Real start(fixed = false);
initial equation
  start = energy;
equation
  der(lost) = crank.friction.f*crank.w + slide.friction.f*slide.v;
  connect(world.frame, crank.a);
  connect(crank.b, wheel.frame);
  connect(crank.b, throw.a);
  connect(throw.b, ball.a);
  connect(ball.b, rod.frame);
  connect(ball.b, far.a);
  connect(far.b, close.a);
  connect(ground.frame, slide.a);
  connect(slide.b, piston.frame);
  connect(slide.b, close.b);
  annotation(experiment(StopTime = 0.2));
end LibMultiBodyRubbingLoop;
