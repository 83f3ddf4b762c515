//! run --stop 0.1
//! run --stop 0.1 --method cvode
//! run --stop 0.1 --method ida
//! expect v["up.j2.phi"] = acos(0.81/1.26) within 1e-6
//! expect v["up.j4.phi"] = pi - acos(0.17/0.98) within 1e-6
//! expect v["up.j3.phi"] = pi - acos(0.17/0.98) - acos(0.81/1.26) within 1e-6
//! expect v["down.j2.phi"] = -acos(0.81/1.26) within 1e-6
//! expect v["down.j4.phi"] = -pi + acos(0.17/0.98) within 1e-6
model LibPlanarAssembly "A loop may be closed in two ways; the start values of the joints say which, and in which turn"
  model Loop "Crank of 0.3 m along the ground of 1 m, bars of 0.9 m and 0.7 m: a triangle of 0.7, 0.9 and 0.7 m"
    import Kron.Planar.*;
    parameter Real side = 1 "1: above the ground, -1: below";
    Fixed left;
    Fixed right(x = 1);
    Bar crank(l = 0.3);
    Revolute j2(phi(start = 0.7*side));
    Rod coupler(l = 0.9);
    Revolute j3(phi(start = 0.8*side));
    Rod rocker(l = 0.7);
    Revolute j4(phi(start = 1.9*side));
  equation
    connect(left.frame, crank.a);
    connect(crank.b, j2.a);
    connect(j2.b, coupler.a);
    connect(coupler.b, j3.a);
    connect(j3.b, rocker.b);
    connect(right.frame, j4.a);
    connect(j4.b, rocker.a);
  end Loop;
  inner Kron.Planar.World world;
  Loop up;
  Loop down(side = -1);
end LibPlanarAssembly;
