//! run --stop 1
//! expect v["sub.bus.w"] = 2*t within 1e-12
//! expect v["sub.other.w"] = 2*t within 1e-12
model BusConditional "Connections of disabled connectors give a bus no member"
  connector In = input Real;
  connector Out = output Real;
  expandable connector Bus
  end Bus;
  block Deep
    Bus bus;
    In u;
    Out y = 2*u;
  equation
    connect(bus.deep, y);
  end Deep;
  block Sub
    parameter Boolean use = false;
    In u if use;
    Deep deep if use;
    Bus bus, other;
    Out w;
  equation
    connect(u, bus.v);
    connect(deep.bus.deep, bus.fromDeep);
    connect(w, bus.w);
    connect(bus, other);
    w = 2*time;
  end Sub;
  Sub sub;
end BusConditional;
