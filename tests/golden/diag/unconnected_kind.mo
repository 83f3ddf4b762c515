connector Pin Real v; flow Real i; end Pin;
connector Flange Real phi; flow Real tau; end Flange;
model Motor "also turns without current"
  Pin p, n;
  Flange flange;
  Real w(start = 1, fixed = true), phi(start = 0, fixed = true);
equation
  p.v - n.v = 2*p.i;
  p.i + n.i = 0;
  flange.phi = phi;
  der(phi) = w;
  der(w) = p.i + flange.tau;
end Motor;
model Brake Flange f; equation f.tau = 0.1*f.phi; end Brake;
model Source Pin p; equation p.v = 12; end Source;
model M
  Source s;
  Motor m;
  Brake b;
equation
  connect(s.p, m.p);
  connect(m.flange, b.f);
end M;
