// An inner component made for outer ones without any is there once.
model World
  parameter Real g = 1;
end World;
model Body
  outer World world;
  Real y = world.g*time;
end Body;
model Top
  Body a, b;
end Top;
