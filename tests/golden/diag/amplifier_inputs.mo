package AmplifierInputs "The feedback of an amplifier goes to the input that is at ground"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    parameter Real R = 1;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Source
    Pin p;
  equation
    p.v = sin(time);
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Amplifier "ideal"
    Pin plus, minus, out;
  equation
    plus.v = minus.v;
    plus.i = 0;
    minus.i = 0;
  end Amplifier;
  model Inverting
    Source s;
    Resistor r1, r2(R = 10), load(R = 5);
    Amplifier a;
    Ground g;
  equation
    connect(s.p, r1.p);
    connect(r1.n, a.minus);
    connect(r2.p, a.plus);
    connect(r2.n, a.out);
    connect(a.plus, g.p);
    connect(a.out, load.p);
    connect(load.n, g.p);
  end Inverting;
end AmplifierInputs;
