// A connect to an outer connector joins the set of the inner one, in which it is outside (sections 5.4 and 9.1.2).
connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  parameter Real G = 1;
  Pin p;
equation
  p.i = G*p.v;
end Resistor;
model Load
  outer Pin node;
  Resistor r;
equation
  connect(r.p, node);
end Load;
model Source
  Pin p;
equation
  p.v = 10;
end Source;
model Top
  inner Pin node;
  Load a, b(r(G = 2));
  Source s;
equation
  connect(s.p, node);
end Top;
// a.r.p.v = b.r.p.v = s.p.v = node.v (3 equations); a.r.p.i + b.r.p.i + s.p.i - node.i = 0; node.i = 0;
