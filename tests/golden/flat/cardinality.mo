// Occurrences of a connector in connections, inside and outside, element by element; conditions on
// them choose equations, assertions and values.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin p, q, r[2];
  Integer n;
equation
  n = cardinality(p);
  if cardinality(q) == 0 then
    q.v = 0;
  else
    q.i = q.v;
  end if;
  p.i = p.v;
  r.i = r.v;
  assert(cardinality(p) > 0, "p must be connected");
end Part;

model Inner
  Pin p, e;
  Part a, b;
  Integer n = cardinality(p);
equation
  connect(p, a.p);
  connect(p, b.p);
  connect(a.r, b.r);
  connect(e, a.q);
end Inner;

model Cardinality
  Inner x[2];
  Pin top if false;
  Integer first = cardinality(x[1].p), second = cardinality(x[2].p);
equation
  connect(x[1].p, x[2].p);
  connect(x[1].e, x[2].e);
  connect(top, x[2].p);
end Cardinality;
