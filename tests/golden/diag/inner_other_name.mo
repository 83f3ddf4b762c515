model World
  parameter Real g = 9.81;
end World;
model Body
  outer World world;
  Real a = world.g;
end Body;
model Sys
  inner World w(g = 3);
  Body b;
end Sys;
