// Specification 5.4: the inner component must be a subtype of the outer one.
model Sky
  parameter Real g = 1;
end Sky;
model World
  parameter Real g = 1;
  parameter Real h = 2;
end World;
model Body
  outer World world;
  outer Integer n;
  Real y = world.g;
end Body;
model M
  inner Sky world;
  inner Real n = 3;
  Body b;
end M;
