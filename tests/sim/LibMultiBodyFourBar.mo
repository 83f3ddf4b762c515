//! run --tolerance 1e-9
//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect hypot(v["rocker.b.motion.r[1]"] - 1, v["rocker.b.motion.r[2]"]) = 0.7 within 1e-12
//! expect v["coupler.b.motion.r[1]"] = v["rocker.b.motion.r[1]"] within 1e-9
//! expect v["coupler.b.motion.r[2]"] = v["rocker.b.motion.r[2]"] within 1e-9
//! expect 1 + 0.09 + 0.49 - 0.81 - 2*0.3*cos(v["j1.phi"]) + 2*0.7*cos(v["j4.phi"]) = 2*0.3*0.7*cos(v["j1.phi"] - v["j4.phi"]) within 1e-8
//! expect v["plane.j1.phi"] = v["j1.phi"] within 1e-5
//! expect v["plane.j1.w"] = v["j1.w"] within 1e-4
//! expect v["plane.j3.a.fx"] = v["j3.a.f[1]"] within 1e-3
//! expect change = 0 within 1e-6
model LibMultiBodyFourBar "The mechanism of LibPlanarFourBar in space beside that in the plane: the loop stays closed, the energy stays"
  import Kron.MultiBody.*;
  model Measured "A rod that knows its energy"
    extends Rod;
    outer World world;
    Real energy = m*((a.motion.v + b.motion.v)*(a.motion.v + b.motion.v)/8 - world.g*(a.motion.r + b.motion.r)/2)
      + m/24*(b.motion.v - a.motion.v)*(b.motion.v - a.motion.v);
  end Measured;
  model Plane
    import Kron.Planar.*;
    inner World world;
    Fixed left;
    Fixed right(x = 1);
    Revolute j1(phi(start = 1.5, fixed = true), w(start = 8, fixed = true));
    Rod crank(l = 0.3, m = 1);
    Revolute j2(phi(start = -1.1));
    Rod coupler(l = 0.9, m = 2);
    Revolute j3(phi(start = 1.3));
    Rod rocker(l = 0.7, m = 1.5);
    Revolute j4(phi(start = 1.7));
  equation
    connect(left.frame, j1.a);
    connect(j1.b, crank.a);
    connect(crank.b, j2.a);
    connect(j2.b, coupler.a);
    connect(coupler.b, j3.a);
    connect(j3.b, rocker.b);
    connect(right.frame, j4.a);
    connect(j4.b, rocker.a);
  end Plane;
  Plane plane;
  inner World world;
  Fixed right(r = {1, 0, 0});
  Revolute j1(phi(start = 1.5, fixed = true), w(start = 8, fixed = true));
  Measured crank(r = {0.3, 0, 0});
  Revolute j2(phi(start = -1.1));
  Measured coupler(r = {0.9, 0, 0}, m = 2);
  LoopHinge j3;
  Measured rocker(r = {0.7, 0, 0}, m = 1.5);
  Revolute j4(phi(start = 1.7));
  Real energy = crank.energy + coupler.energy + rocker.energy;
  parameter Real start(fixed = false);
  Real change = (energy - start)/abs(start);
initial equation
  start = energy;
equation
  connect(world.frame, j1.a);
  connect(j1.b, crank.a);
  connect(crank.b, j2.a);
  connect(j2.b, coupler.a);
  connect(coupler.b, j3.a);
  connect(j3.b, rocker.b);
  connect(right.frame, j4.a);
  connect(j4.b, rocker.a);
  annotation(experiment(StopTime = 3));
end LibMultiBodyFourBar;
