//! run --stop 1
//! status 3
//! stderr smaller right.x (it is 1.6
//! stderr larger coupler.l (it is 0.8, about 1.16 is enough)
//! stderr the parameter `right.x` is 1.6 (
//! never coupler.left.l (it is
model GapOfRods "A loop that cannot close: the crank's end is 1.4597 from the pivot, coupler and rocker reach 1.1; what a library computes from lengths is not what the user changes"
  import Kron.Planar.*;
  inner World world;
  Fixed left, right(x = 1.6);
  Revolute j1(phi(start = 1, fixed = true), w(start = 0, fixed = true)), j2(phi(start = -1)), j3(phi(start = -1)), j4;
  Rod crank(l = 0.3), coupler(l = 0.8), rocker(l = 0.3);
equation
  connect(left.frame, j1.a);
  connect(j1.b, crank.a);
  connect(crank.b, j2.a);
  connect(j2.b, coupler.a);
  connect(coupler.b, j3.a);
  connect(j3.b, rocker.a);
  connect(rocker.b, j4.a);
  connect(j4.b, right.frame);
end GapOfRods;
