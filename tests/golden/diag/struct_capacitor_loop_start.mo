package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    p.i = i;
    n.i = -i;
  end TwoPin;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;
  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;
  model Voltage
    extends TwoPin;
    parameter Real V = 1;
  equation
    v = V;
  end Voltage;
  model Current
    extends TwoPin;
    parameter Real I = 1;
  equation
    i = I;
  end Current;
end P;
model M "A capacitor across a source with another voltage at the start"
  import E = P;
  E.Voltage source(V = 10);
  E.Capacitor c(C = 1e-6, v(start = 5, fixed = true));
  E.Resistor r;
  E.Ground g;
equation
  connect(source.p, c.p);
  connect(source.n, c.n);
  connect(source.p, r.p);
  connect(source.n, r.n);
  connect(source.n, g.p);
end M;
