// Buses in buses; declared signals exist if something is connected; an array with open size; an
// outer bus; arrays of components with a bus, of which one gives nothing: zero.
connector RealInput = input Real;
connector RealOutput = output Real;
expandable connector Sub
  Real declared;
  Real never;
  Integer mode[:];
  parameter Real k = 2;
end Sub;
expandable connector Main
  Sub sub;
end Main;

block Source
  RealOutput y = time;
  output Integer n = 3;
end Source;

connector IntegerOutput = output Integer;
block Counter
  IntegerOutput n = 3;
end Counter;

block Sink
  RealInput u;
end Sink;

model Through
  outer Main common;
  Sink k;
equation
  connect(common.sub.extra, k.u);
end Through;

model Unit
  Main m;
  parameter Boolean gives = true;
  Sub s;
  Real x = s.declared;
equation
  connect(m.sub, s);
end Unit;

model ExpandableNested
  inner Main common;
  Main m;
  Sub s;
  Source src;
  Counter c;
  Sink snk, other;
  Through t;
  Unit u[2];
  Real reads = m.sub.declared;
equation
  connect(m, common);
  connect(src.y, m.sub.declared);
  connect(s, common.sub);
  connect(snk.u, s.declared);
  connect(src.y, s.extra);
  connect(m.sub.mode[2], c.n);
  connect(u[1].m, m);
  connect(u[2].s.declared, other.u);
  connect(u[2].s.declared, src.y);
end ExpandableNested;
