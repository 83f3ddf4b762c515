model M "RC circuit without ground"
  import E = Kron.Electrical;
  E.SineVoltage source;
  E.Resistor r(R = 10);
  E.Capacitor c(C = 1e-3);
equation
  connect(source.p, r.p);
  connect(r.n, c.p);
  connect(c.n, source.n);
end M;
