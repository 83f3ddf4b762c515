//! run --tolerance 1e-10 --vars *
//! run --tolerance 1e-10 --method cvode --vars *
//! expect v["P[1]"] = v["P0[1]"] within 3e-8
//! expect v["P[2]"] = v["P0[2]"] within 3e-8
//! expect v["P[3]"] = v["P0[3]"] within 3e-8
//! expect v["L[1]"] = v["L0[1]"] within 3e-8
//! expect v["L[2]"] = v["L0[2]"] within 3e-8
//! expect v["L[3]"] = v["L0[3]"] within 3e-8
//! expect energy = E0 within 3e-8
//! expect v["moved[1]"] = 0 within 1e-7
//! expect v["moved[2]"] = 0 within 1e-7
//! expect v["moved[3]"] = 0 within 1e-7
model LibMultiBodyMomentum "Bodies in space on a slide, a universal joint, a ball joint and a spring: momentum and energy stay, the common centre moves straight"
  import Kron.MultiBody.*;
  model Measured "A body that knows its momentum and energy"
    extends Body;
    Real c[3] = m*(r + d);
    Real p[3] = m*(v + cross(w, d));
    Real l[3] = cross(r + d, p) + J*w;
    Real energy = p*p/m/2 + w*J*w/2;
  end Measured;
  inner World world(g = {0, 0, 0});
  Measured b1(m = 3, r_cm = {0.1, 0, 0}, I = diagonal({0.3, 0.2, 0.4}), r(start = {1, 2, 3}, each fixed = true),
    v(start = {0.1, 0.2, -0.3}, each fixed = true), Q(start = quaternions({1, 2, 3}, 0.7), each fixed = true),
    w(start = {0.5, 1, -0.7}, each fixed = true));
  Bar l1(r = {0.4, 0.1, 0});
  Universal u(first(phi(start = 0.3, fixed = true), w(start = 2, fixed = true)),
              second(phi(start = -0.5, fixed = true), w(start = -1, fixed = true)));
  Measured b2(m = 1, r_cm = {0.3, 0.1, 0}, I = diagonal({0.01, 0.02, 0.02}));
  Prismatic slide(n = {1, 1, 0}, s(start = 0.2, fixed = true), v(start = 0.5, fixed = true));
  Measured b3(m = 0.5, r_cm = {0, 0.1, 0}, I = diagonal({0.01, 0.02, 0.02}));
  Bar l2(r = {0, 0, -0.5});
  Spherical ball(Q(start = quaternions({0, 1, 1}, 0.4), each fixed = true), w(start = {1, -1, 0.5}, each fixed = true));
  Measured b4(m = 1.2, r_cm = {0, 0, -0.3}, I = diagonal({0.03, 0.04, 0.01}));
  FreeMotion loose(s(start = {0, 2, 0}, each fixed = true), v(each fixed = true), Q(each fixed = true), w(start = {0, 3, 0}, each fixed = true));
  Measured b5(m = 0.8, r_cm = {0.1, 0, 0}, I = diagonal({0.03, 0.04, 0.01}));
  Spring spring(c = 5, l0 = 0.5);
  Kron.Rotational.Spring twist(c = 2);
  Kron.Rotational.Fixed housing;
  Real P[3] = b1.p + b2.p + b3.p + b4.p + b5.p;
  Real L[3] = b1.l + b2.l + b3.l + b4.l + b5.l;
  Real energy = b1.energy + b2.energy + b3.energy + b4.energy + b5.energy + 2.5*(spring.length - 0.5)^2 + u.first.phi^2;
  parameter Real P0[3](each fixed = false), L0[3](each fixed = false), E0(fixed = false), C0[3](each fixed = false);
  Real moved[3] = b1.c + b2.c + b3.c + b4.c + b5.c - C0 - P0*time;
initial equation
  P0 = P;
  L0 = L;
  E0 = energy;
  C0 = b1.c + b2.c + b3.c + b4.c + b5.c;
equation
  connect(b1.frame, l1.a);
  connect(l1.b, u.a);
  connect(u.b, b2.frame);
  connect(slide.b, b2.frame);
  connect(slide.a, b3.frame);
  connect(b1.frame, l2.a);
  connect(l2.b, ball.b);
  connect(ball.a, b4.frame);
  connect(b1.frame, loose.a);
  connect(loose.b, b5.frame);
  connect(b5.frame, spring.a);
  connect(spring.b, b3.frame);
  connect(housing.flange, twist.a);
  connect(twist.b, u.axis_a);
  annotation(experiment(StopTime = 3));
end LibMultiBodyMomentum;
