connector Flange
  Real phi;
  flow Real tau;
end Flange;
model Inertia
  Flange a, b;
  Real w(start = 5, fixed = true), phi(start = 0, fixed = true);
equation
  a.phi = phi;
  b.phi = phi;
  der(phi) = w;
  der(w) = a.tau + b.tau;
end Inertia;
model Damper
  Flange a, b;
  Real phi_rel, w_rel;
equation
  phi_rel = b.phi - a.phi;
  w_rel = der(phi_rel);
  b.tau = 0.5*w_rel;
  a.tau + b.tau = 0;
end Damper;
model M
  Inertia J;
  Damper d;
equation
  connect(J.b, d.a);
end M;
