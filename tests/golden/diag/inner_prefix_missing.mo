model World
  parameter Real g = 9.81;
end World;
model Ball
  outer World world;
  Real f = world.g;
end Ball;
model A
  World world(g = 1);
  Ball ball;
end A;
