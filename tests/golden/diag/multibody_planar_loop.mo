model MultibodyPlanarLoop "four hinges in a plane: the loop holds what is across it twice"
  import Kron.MultiBody.*;
  inner World world;
  Fixed left, right(r = {0.6, 0, 0});
  Revolute r1(n = {0, 0, 1}), r2(n = {0, 0, 1}), r3(n = {0, 0, 1}), r4(n = {0, 0, 1});
  Rod b1(r = {0.3, 0, 0}, m = 1), b2(r = {0.5, 0, 0}, m = 1), b3(r = {0.4, 0, 0}, m = 1);
equation
  connect(left.frame, r1.a);
  connect(r1.b, b1.a);
  connect(b1.b, r2.a);
  connect(r2.b, b2.a);
  connect(b2.b, r3.a);
  connect(r3.b, b3.a);
  connect(b3.b, r4.a);
  connect(r4.b, right.frame);
end MultibodyPlanarLoop;
