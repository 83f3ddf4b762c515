model M
  import E = Kron.Electrical;
  E.ConstantVoltage s;
  E.Resistor r;
  E.VoltageSensor sensor;
  E.Ground g;
equation
  connect(s.p, r.p);
  connect(s.n, r.n);
  connect(s.n, g.p);
end M;
