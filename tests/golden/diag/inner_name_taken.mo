model World
  parameter Real g = 9.81;
end World;
model Ball
  outer World world;
  Real f = world.g;
end Ball;
model A
  parameter Real world = 3;
  Ball ball;
end A;
