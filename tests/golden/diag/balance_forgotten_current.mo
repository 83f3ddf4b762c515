connector Pin Real v; flow Real i; end Pin;
model Fet "lacks the sum of its currents"
  Pin d, g, s;
  Real u;
equation
  u = g.v - s.v;
  d.i = 1e-3*u^2;
  g.i = 0;
end Fet;
model Source Pin p; parameter Real V = 1; equation p.v = V; end Source;
model M
  Source high(V = 10), gate(V = 3), low(V = 0);
  Fet fet;
equation
  connect(high.p, fet.d);
  connect(gate.p, fet.g);
  connect(low.p, fet.s);
end M;
