// outer refers to the nearest inner above, also to an inherited one, not to a sibling's (pitfall 29).
model World
  parameter Real g = 9;
end World;
model Body
  outer World world;
  Real f = world.g*time;
end Body;
model Holder
  inner World world(g = 2);
  Body b;
end Holder;
model System0
  inner World world(g = 3);
end System0;
model Top
  extends System0;
  Holder h;
  Body b;
  Body a[2];
end Top;
// parameter Real world.g = 3; parameter Real h.world.g = 2; Real h.b.f = h.world.g*time; Real b.f = world.g*time;
// Real a[1].f = world.g*time; Real a[2].f = world.g*time;
