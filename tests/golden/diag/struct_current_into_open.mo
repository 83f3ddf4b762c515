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
model M "A current source drives a capacitor that is connected on one side only"
  import E = P;
  E.Current source(I = 1e-3);
  E.Resistor r(R = 100);
  E.Ground g;
equation
  connect(source.n, r.p);
  connect(source.p, g.p);
end M;
