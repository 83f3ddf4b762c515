package NetworkNoWayBack "the lower pins of load and capacitor were not connected with the battery"
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
  model Resistor
    extends TwoPin;
    parameter Real R = 10;
  equation
    v = R*i;
  end Resistor;
  model Capacitor
    extends TwoPin;
    parameter Real C = 0.01;
  equation
    C*der(v) = i;
  end Capacitor;
  model Battery
    extends TwoPin;
  equation
    v = 48;
  end Battery;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Circuit
    Battery battery;
    Resistor line(R = 1), load;
    Capacitor c(v(start = 0, fixed = true));
    Ground ground;
  equation
    connect(battery.p, line.p);
    connect(line.n, load.p);
    connect(line.n, c.p);
    connect(load.n, c.n);
    connect(battery.n, ground.p);
  end Circuit;
end NetworkNoWayBack;
