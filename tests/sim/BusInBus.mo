//! run --stop 1
//! expect v["top.batteryBus.level"] = t within 1e-12
//! expect v["battery.bus.level"] = t within 1e-12
package Buses
  connector Out = output Real;
  expandable connector Inner
  end Inner;
  expandable connector Bus "has the bus that it is connected to a bus in"
    Inner batteryBus;
  end Bus;
  block Battery
    Bus bus;
    Out level = time;
  equation
    connect(level, bus.level);
  end Battery;
end Buses;
model BusInBus "A bus whose own member is connected to a bus of another class"
  Buses.Battery battery;
  Buses.Bus top;
equation
  connect(battery.bus, top.batteryBus);
end BusInBus;
