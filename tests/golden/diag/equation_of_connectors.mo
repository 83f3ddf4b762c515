model EquationOfConnectors "connectors are made equal by an equation"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Source
    Pin p;
  equation
    p.v = 5;
  end Source;
  model Load
    Pin p;
  equation
    p.v = 10*p.i;
  end Load;
  Source s;
  Load l;
equation
  s.p = l.p;
end EquationOfConnectors;
