// One source of a signal, however many buses it comes through.
connector RealOutput = output Real;
expandable connector Bus
end Bus;
block Source
  RealOutput y = time;
end Source;
model Part
  Bus bus;
  Source s;
equation
  connect(s.y, bus.x);
end Part;
model ExpandableTwoSources
  Part p, q;
equation
  connect(p.bus, q.bus);
end ExpandableTwoSources;
