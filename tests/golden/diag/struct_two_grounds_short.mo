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
model M "The source is shorted by two grounds"
  import E = P;
  E.Voltage source;
  E.Resistor r;
  E.Ground g1, g2;
equation
  connect(source.p, r.p);
  connect(source.n, r.n);
  connect(source.n, g1.p);
  connect(source.p, g2.p);
end M;
