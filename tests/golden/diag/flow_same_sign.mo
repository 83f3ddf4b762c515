package Flow
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Motor "the current comes in at both pins"
    Pin p, n;
    Real i;
  equation
    p.v - n.v = 2*i;
    p.i = i;
    n.i = i;
  end Motor;
  model Source
    Pin p, n;
  equation
    p.v - n.v = 12;
    p.i + n.i = 0;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
end Flow;
model FlowSameSign
  Flow.Motor m;
  Flow.Source s;
  Flow.Ground g;
equation
  connect(s.p, m.p);
  connect(s.n, m.n);
  connect(s.n, g.p);
end FlowSameSign;
