model ConnectBridgedByOthers "both pins of a resistor are connected to the same pin"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model Two
    Pin p, n;
    Real v = p.v - n.v;
  equation
    p.i + n.i = 0;
  end Two;
  model Resistor
    extends Two;
  equation
    v = 100*p.i;
  end Resistor;
  model Capacitor
    extends Two;
  equation
    p.i = 1e-3*der(v);
  end Capacitor;
  model Source
    extends Two;
  equation
    v = 10;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  Source s;
  Resistor r, load;
  Capacitor c(v(start = 0, fixed = true));
  Ground g;
equation
  connect(s.p, r.p);
  connect(r.n, load.p);
  connect(load.p, c.p);
  connect(load.n, c.p);
  connect(c.n, s.n);
  connect(s.n, g.p);
end ConnectBridgedByOthers;
