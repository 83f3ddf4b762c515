connector Flange
  Real phi;
  flow Real tau;
end Flange;
model Gear
  Flange a, b;
  parameter Real ratio = 3;
equation
  a.phi = ratio*b.phi;
  b.tau = -ratio*a.tau;
end Gear;
model Inertia
  Flange a, b;
  Real w(start = 0), phi(start = 0);
equation
  a.phi = phi;
  b.phi = phi;
  der(phi) = w;
  2*der(w) = a.tau + b.tau;
end Inertia;
model CircleOfGear
  Inertia shaft, wheel;
  Gear gear;
equation
  connect(shaft.b, gear.a);
  connect(gear.b, wheel.a);
  connect(wheel.b, gear.a);
end CircleOfGear;
