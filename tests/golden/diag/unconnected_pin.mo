model M
  import E = Kron.Electrical;
  E.SineVoltage source;
  E.Resistor r(R = 10);
  E.Ground g;
equation
  connect(source.p, r.p);
  connect(source.n, g.p);
end M;
