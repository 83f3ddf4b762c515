connector Flange
  Real phi;
  flow Real tau;
end Flange;
model Joint
  parameter Boolean useAxis = false;
  Flange axis if useAxis;
  Real phi(start = 0, fixed = true), w(start = 1, fixed = true);
equation
  der(phi) = w;
  der(w) = 0;
end Joint;
model Damper
  Flange a, b;
  Real w_rel;
equation
  w_rel = der(b.phi) - der(a.phi);
  b.tau = w_rel;
  a.tau + b.tau = 0;
end Damper;
model M "The joint has no axis: the damper hangs in the air"
  Joint j;
  Damper d;
equation
  connect(d.b, j.axis);
end M;
