//! run --stop 0.15 --tolerance 1e-10 --method cvode
//! run --stop 0.15 --tolerance 1e-10 --method ida
//! expect v["c.v"] = 10*(1 - exp(-40*t)*(cos(sqrt(1e5-1600)*t) + 40/sqrt(1e5-1600)*sin(sqrt(1e5-1600)*t))) within 1e-6
//! expect v["l.i"] = 0.001*10*1e5/sqrt(1e5-1600)*exp(-40*t)*sin(sqrt(1e5-1600)*t) within 1e-6
model Resonance "R = 0.8, L = 10 mH, C = 1 mF: damping 40/s, w0^2 = 1e5"
  package E = Kron.Electrical;
  E.ConstantVoltage source(V = 10);
  E.Resistor r(R = 0.8);
  E.Inductor l(L = 0.01, i(start = 0, fixed = true));
  E.Capacitor c(C = 0.001, v(start = 0, fixed = true));
  E.Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, l.p);
  connect(l.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
end Resonance;
