connector Flange Real phi; flow Real tau; end Flange;
model Gear
  parameter Boolean useSupport = true;
  Flange a, b;
  Flange support if useSupport;
  Flange inside;
equation
  a.phi - inside.phi = 5*(b.phi - inside.phi);
  b.tau = -5*a.tau;
  inside.tau = -a.tau - b.tau;
  connect(inside, support);
end Gear;
model Disk
  Flange f;
  Real w(start = 0, fixed = true), phi(start = 0, fixed = true);
equation
  f.phi = phi;
  der(phi) = w;
  der(w) = f.tau;
end Disk;
model Push Flange f; equation f.tau = -3; end Push;
model M
  Push push;
  Gear gear(useSupport = false);
  Disk disk;
equation
  connect(push.f, gear.a);
  connect(gear.b, disk.f);
end M;
