//! run --tolerance 1e-9 --vars *
//! run --tolerance 1e-9 --method cvode --vars *
//! expect v["slide.s"] = -0.3*sin(v["crankPivot.phi"]) + sqrt(1 - 0.09*cos(v["crankPivot.phi"])**2 - 0.04) within 1e-8
//! expect v["other.slide.s"] = -0.3*sin(v["other.crankPivot.phi"]) + sqrt(1 - 0.09*cos(v["other.crankPivot.phi"])**2 - 0.04) within 1e-8
//! expect change = 0 within 1e-6
//! expect v["other.crankPivot.phi"] = v["crankPivot.phi"] within 1e-5
model LibMultiBodySliderCrank "A rod out of the plane between crank and slider; beside it one whose loop a connection closes"
  extends Mechanism(redeclare Kron.MultiBody.LoopBall ball);
  Mechanism other(redeclare Kron.MultiBody.Spherical ball);
  parameter Real start(fixed = false);
  Real change = (energy - start)/abs(start);
  annotation(experiment(StopTime = 3));
protected
  import Kron.MultiBody.*;
  model Mechanism
    inner World world;
    Revolute crankPivot(phi(start = 0.5, fixed = true), w(start = 8, fixed = true));
    Measured crank(r = {0, 0.3, 0});
    Universal pin(n_a = {0, 0, 1}, n_b = {0, 1, 0}, first(phi(start = -0.3)), second(phi(start = -0.3)));
    Measured rod(r = {1, 0, 0}, m = 2);
    replaceable LoopBall ball constrainedby TwoFrames;
    Prismatic slide(s(start = 1));
    Fixed guide(r = {0, 0, 0.2});
    Body slider(m = 1.5);
    Real energy = crank.energy + rod.energy + 0.75*slide.v^2;
  equation
    connect(world.frame, crankPivot.a);
    connect(crankPivot.b, crank.a);
    connect(crank.b, pin.a);
    connect(pin.b, rod.a);
    connect(rod.b, ball.a);
    connect(ball.b, slider.frame);
    connect(slide.b, slider.frame);
    connect(guide.frame, slide.a);
  end Mechanism;
  model Measured "A rod that knows its energy"
    extends Rod;
    outer World world;
    Real energy = m*((a.motion.v + b.motion.v)*(a.motion.v + b.motion.v)/8 - world.g*(a.motion.r + b.motion.r)/2)
      + m/24*(b.motion.v - a.motion.v)*(b.motion.v - a.motion.v);
  end Measured;
initial equation
  start = energy;
end LibMultiBodySliderCrank;
