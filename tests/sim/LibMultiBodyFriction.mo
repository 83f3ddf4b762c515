//! run --tolerance 1e-10
//! run --tolerance 1e-10 --method cvode
//! expect v["down.s"] = 0.5*9.81*(sin(0.5) - 0.2*cos(0.5))*t**2 within 1e-7
//! expect v["up.s"] = (lambda d, s: s/2/d*s*(1 - max(0, 1 - d*t/s)**2))(9.81*(sin(0.5) + 0.8*cos(0.5)), 2) within 1e-7
//! final v["up.friction.f"] = -0.7*9.81*sin(0.5) within 1e-9
//! expect v["bearing.w"] = 3 - 0.3*0.05*2*9.81/0.2*t within 1e-7
//! expect v["bearing.load"] = 2*9.81 within 1e-9
model LibMultiBodyFriction "Blocks on a slope, one of which stops, and a wheel that its bearing slows down: Rubbing in joints"
  import Kron.MultiBody.*;
  inner World world(g = {0, -9.81, 0});
  FrictionPrismatic down(n = {cos(0.5), -sin(0.5), 0}, mu = 0.2, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Body block1(m = 0.7);
  FrictionPrismatic up(n = {-cos(0.5), sin(0.5), 0}, mu = 0.8, s(start = 0, fixed = true), v(start = 2, fixed = true));
  Body block2(m = 0.7);
  FrictionRevolute bearing(mu = 0.3, radius = 0.05, phi(start = 0, fixed = true), w(start = 3, fixed = true));
  Body wheel(m = 2, I = diagonal({0.1, 0.1, 0.2}));
equation
  connect(world.frame, down.a);
  connect(down.b, block1.frame);
  connect(world.frame, up.a);
  connect(up.b, block2.frame);
  connect(world.frame, bearing.a);
  connect(bearing.b, wheel.frame);
end LibMultiBodyFriction;
