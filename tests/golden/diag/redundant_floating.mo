model RedundantFloating "a loop of resistors without ground: one current law follows from the others"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    p.i = i;
    n.i = -i;
    v = 5*i;
  end Resistor;
  Resistor r1, r2, r3;
equation
  connect(r1.p, r2.p);
  connect(r1.n, r2.n);
  connect(r1.p, r3.p);
  connect(r3.n, r1.n);
end RedundantFloating;
