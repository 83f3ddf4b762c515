package Circuit
  connector Pin
    Real v(unit = "V");
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R(final min = 0) = 1;
  equation
    v = R*i;
  end Resistor;
  model Net
    replaceable Resistor r[3](each R = 2, p(v(start = 1))) constrainedby TwoPin;
  equation
    for k in 1:2 loop
      connect(r[k].n, r[k + 1].p) annotation(Line(points = {{-10, 0}, {10, 0}}));
    end for;
  end Net;
end Circuit;
