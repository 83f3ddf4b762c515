// Causal connectors through a hierarchy: one source, equalities; a top-level input stays an input (pitfall 56).
connector In = input Real;
connector Out = output Real;
block Gain
  parameter Real k = 1;
  In u;
  Out y;
equation
  y = k*u;
end Gain;
block Twice
  In u;
  Out y;
  Gain a(k = 2), b(k = 3);
equation
  connect(u, a.u);
  connect(a.y, b.u);
  connect(b.y, y);
end Twice;
block Top
  In u;
  Out y;
  Twice t;
equation
  connect(u, t.u);
  connect(t.y, y);
end Top;
// t.u = u; t.a.u = t.u; t.b.u = t.a.y; t.y = t.b.y; y = t.y; input Real u; output Real y
