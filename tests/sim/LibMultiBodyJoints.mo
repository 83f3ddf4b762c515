//! run --tolerance 1e-10 --stop 2
//! run --tolerance 1e-10 --stop 2 --relax off
//! expect v["hinge_slide.lost"] = 0 within 1e-8
//! expect v["hinges.lost"] = 0 within 1e-8
//! expect v["slide_hinges.lost"] = 0 within 1e-8
//! expect v["shaft.lost"] = 0 within 1e-8
//! expect v["ball_slide.lost"] = 0 within 1e-8
//! expect v["branch.lost"] = 0 within 1e-8
// The same by a second method: the polar form of the first one, for a point.
//! expect v["polar.s"] = v["hinge_slide.s.s"] within 1e-7
//! expect v["polar.phi"] = v["hinge_slide.r.phi"] within 1e-7
model LibMultiBodyJoints "Joints without a body between them, on the world, about its axes: the law of the first hinge is eliminated"
  import Kron.MultiBody.*;
  model Load "A body that knows its energy"
    extends Body(m = 2, r_cm = {0.05, 0, 0.02}, I = [0.1, 0.01, 0.02; 0.01, 0.2, 0.03; 0.02, 0.03, 0.25]);
    parameter Real g[3] = {0, -9.81, 0};
    Real l[3] = frame.motion.R*r_cm;
    Real u[3] = frame.motion.v + cross(frame.motion.w, l);
    Real o[3] = transpose(frame.motion.R)*frame.motion.w;
    Real E = 0.5*m*(u*u) + 0.5*(o*(I*o)) - m*(g*(frame.motion.r + l));
  end Load;
  partial model Mechanism
    Fixed ground;
    Load load;
    Real E = load.E;
    parameter Real E0(fixed = false);
    Real lost = E - E0;
  initial equation
    E0 = E;
  end Mechanism;
  model HingeSlide
    extends Mechanism(load(r_cm = {0, 0, 0}, I = zeros(3, 3)));
    Revolute r(n = {1, 0, 0}, phi(start = 0.6, fixed = true), w(start = 1, fixed = true));
    Prismatic s(n = {0, -1, 0}, s(start = 1, fixed = true), v(start = 0.3, fixed = true));
  equation
    connect(ground.frame, r.a);
    connect(r.b, s.a);
    connect(s.b, load.frame);
  end HingeSlide;
  model Polar
    parameter Real g = 9.81;
    Real s(start = 1, fixed = true), v(start = 0.3, fixed = true), phi(start = 0.6, fixed = true), w(start = 1, fixed = true);
  equation
    der(s) = v;
    der(phi) = w;
    der(v) = s*w^2 + g*cos(phi);
    s*der(w) = -2*v*w - g*sin(phi);
  end Polar;
  model Hinges
    extends Mechanism;
    Revolute r(n = {1, 0, 0}, phi(start = 0.6, fixed = true), w(start = 1, fixed = true));
    Revolute q(n = {0, 0, 1}, phi(start = 0.2, fixed = true), w(start = 2, fixed = true));
  equation
    connect(ground.frame, r.a);
    connect(r.b, q.a);
    connect(q.b, load.frame);
  end Hinges;
  model SlideHinges
    extends Mechanism;
    Prismatic s(n = {0, -1, 0}, s(start = 1, fixed = true), v(start = 0.3, fixed = true));
    Revolute r(n = {1, 0, 0}, phi(start = 0.6, fixed = true), w(start = 1, fixed = true));
    Revolute q(n = {0, 0, 1}, phi(start = 0.2, fixed = true), w(start = 2, fixed = true));
  equation
    connect(ground.frame, s.a);
    connect(s.b, r.a);
    connect(r.b, q.a);
    connect(q.b, load.frame);
  end SlideHinges;
  model Shaft "The bar has no length"
    extends Mechanism;
    Universal u(first(phi(start = 0.4, fixed = true), w(start = 0.3, fixed = true)), second(phi(start = 0.5, fixed = true), w(start = 1, fixed = true)));
    Bar bar(r = {0, 0, 0});
  equation
    connect(ground.frame, u.a);
    connect(u.b, bar.a);
    connect(bar.b, load.frame);
  end Shaft;
  model BallSlide
    extends Mechanism;
    Spherical r(Q(each fixed = true), w(start = {0.3, 1, 0.2}, each fixed = true));
    Prismatic s(n = {0, -1, 0}, s(start = 1, fixed = true), v(start = 0.3, fixed = true));
  equation
    connect(ground.frame, r.a);
    connect(r.b, s.a);
    connect(s.b, load.frame);
  end BallSlide;
  model Branch "Two hinges, then a bar with a hinge beside the body"
    extends Mechanism(E = load.E + other.E);
    Revolute r(n = {1, 0, 0}, phi(start = 0.6, fixed = true), w(start = 1, fixed = true));
    Revolute q(n = {1, 1, 0}, phi(start = 0.2, fixed = true), w(start = 2, fixed = true));
    Bar bar(r = {0, 0.3, 0.2});
    Revolute p(n = {0, 1, 0}, phi(start = 0.3, fixed = true), w(start = -1, fixed = true));
    Load other;
  equation
    connect(ground.frame, r.a);
    connect(r.b, q.a);
    connect(q.b, load.frame);
    connect(q.b, bar.a);
    connect(bar.b, p.a);
    connect(p.b, other.frame);
  end Branch;
  inner World world(g = {0, -9.81, 0});
  HingeSlide hinge_slide;
  Polar polar;
  Hinges hinges;
  SlideHinges slide_hinges;
  Shaft shaft;
  BallSlide ball_slide;
  Branch branch;
end LibMultiBodyJoints;
