connector Flange
  Real s;
  flow Real f;
end Flange;
partial model Compliant
  Flange a, b;
  Real s_rel, f;
equation
  s_rel = b.s - a.s;
  a.f = -f;
  b.f = f;
end Compliant;
model Spring
  extends Compliant;
equation
  f = 3*s_rel;
end Spring;
model Damper
  extends Compliant;
  Real v;
equation
  v = der(s_rel);
  f = 2*v;
end Damper;
model Mass
  parameter Real L = 0;
  Flange a, b;
  Real s(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  a.s = s - L/2;
  b.s = s + L/2;
  der(s) = v;
  5*der(v) = a.f + b.f;
end Mass;
model Fixed
  Flange flange;
equation
  flange.s = 0;
end Fixed;
model Link
  Flange a, b;
equation
  a.s = b.s;
  a.f + b.f = 0;
end Link;
model Rod
  Flange a, b;
  Link inside;
  Real s_rel;
equation
  s_rel = b.s - a.s;
  connect(a, inside.a);
  connect(inside.b, b);
end Rod;
model ElementEndsOnOneMass "`damper` hangs between the ends of the mass; the ends of `rod` are one by what is inside"
  Mass m;
  Spring spring;
  Damper damper;
  Fixed wall;
  Rod rod;
equation
  connect(wall.flange, spring.a);
  connect(spring.b, rod.a);
  connect(rod.b, m.a);
  connect(m.b, damper.a);
  connect(damper.b, m.a);
end ElementEndsOnOneMass;
