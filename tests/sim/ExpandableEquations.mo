//! run --stop 1 --vars *
//! expect v["r.y"] = 2*sin(t) within 1e-12
//! expect v["bus.x"] = sin(t) within 1e-12
//! expect v["bus.unused"] = 0*t within 0
package Buses
  expandable connector Bus
    Real x;
    Real unused;
  end Bus;
  block Source
    Bus bus;
  equation
    bus.x = sin(time);
  end Source;
  model Reader
    Bus bus;
    Real y;
  equation
    y = 2*bus.x;
  end Reader;
end Buses;

model ExpandableEquations "Declared signals of a bus in equations"
  Buses.Source s;
  Buses.Reader r;
  Buses.Bus bus;
equation
  connect(s.bus, bus);
  connect(r.bus, bus);
end ExpandableEquations;
