model M "The secondary side of the transformer floats"
  import E = Kron.Electrical;
  E.SineVoltage source;
  E.IdealTransformer t(n = 10);
  E.Resistor load(R = 10);
  E.Ground g;
equation
  connect(source.p, t.p1);
  connect(source.n, t.n1);
  connect(source.n, g.p);
  connect(t.p2, load.p);
  connect(t.n2, load.n);
end M;
