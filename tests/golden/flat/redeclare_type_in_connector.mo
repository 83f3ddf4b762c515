// Types inside connectors are redeclared through two levels; sizes hidden in a type are not kept (pitfall 38).
type Base = Real;
type Volt = Real(unit = "V");
connector C
  replaceable type T = Base;
  T v;
  flow Real i;
end C;
model Part
  replaceable type T = Base;
  C c(redeclare type T = T);
equation
  c.v = 1;
end Part;
model Top
  Part p(redeclare type T = Volt);
  Part q;
end Top;
// Real p.c.v(unit = "V"); Real q.c.v; p.c.v = 1; q.c.v = 1; p.c.i = 0; q.c.i = 0
