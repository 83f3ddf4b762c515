// One parameter brings two connectors, of which one is enough. No warning.
connector Flange
  Real phi;
  flow Real tau;
end Flange;
model Inertia
  Flange a;
  Real w(start = 1, fixed = true);
equation
  der(a.phi) = w;
  der(w) = a.tau;
end Inertia;
model Support
  Flange f;
end Support;
model Fixed
  Flange f;
equation
  f.phi = 0;
end Fixed;
model Gear
  parameter Boolean useSupport = false;
  parameter Real ratio = 2;
  Flange a, b;
  Flange support if useSupport;
  Flange other if useSupport;
  Support inside;
equation
  a.phi - inside.f.phi = ratio*(b.phi - inside.f.phi);
  0 = ratio*a.tau + b.tau;
  inside.f.tau = -a.tau - b.tau;
  connect(inside.f, support);
  connect(inside.f, other);
end Gear;
model Drive
  Inertia j, k(w(start = 0, fixed = false));
  Gear gear(useSupport = true); Fixed house;
equation
  connect(j.a, gear.a);
  connect(gear.b, k.a);
  connect(gear.support, house.f);
end Drive;
