model Unconnected "Connectors that were forgotten; free ends, the model's own connectors and signals are none"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Signal = input Real;
  model Resistor
    Pin p, n;
    parameter Real R = 1;
    Signal u;
  equation
    p.i + n.i = 0;
    p.v - n.v = (R + 0*u)*p.i;
  end Resistor;
  model Shaft "Rigid: v and i as speed and torque"
    Pin a, b;
  equation
    a.v = b.v;
    der(a.v) = a.i + b.i;
  end Shaft;
  model Source
    Pin p;
  equation
    p.v = 1 + time;
  end Source;
  model Two "Of its resistors one hangs in the air"
    Pin p;
    Resistor inner_one(u = 1), loose(u = 1);
    Source ground;
  equation
    connect(p, inner_one.p);
    connect(p, loose.p);
    connect(inner_one.n, ground.p);
  end Two;
  Pin outside;
  Source s;
  Resistor r(u = 1), bank[3](each u = 1);
  Shaft shaft(a(v(start = 0, fixed = true)));
  Shaft free(a(v(start = 1, fixed = true)));
  Two two;
equation
  connect(s.p, r.p);
  connect(s.p, bank[1].p);
  connect(bank[1].n, shaft.a);
  connect(bank[1].n, bank[2].p);
  connect(s.p, bank[2].n);
  connect(s.p, bank[3].p);
  connect(outside, s.p);
  connect(two.p, s.p);
end Unconnected;
