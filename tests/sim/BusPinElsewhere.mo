//! run --stop 1
//! expect v["lamp.p.i"] = 10 within 1e-12
//! expect v["meter.u"] = t within 1e-12
//! quiet
// A bus has what others put there: a component that takes one signal from it is not told of a pin.
model BusPinElsewhere
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Output = output Real;
  connector Input = input Real;
  expandable connector Bus
  end Bus;
  model Meter
    Bus bus;
    Real u;
    Input x;
  equation
    connect(bus.speed, x);
    u = x;
  end Meter;
  model Lamp
    Pin p, n;
  equation
    p.v - n.v = p.i;
    p.i + n.i = 0;
  end Lamp;
  model Battery
    Pin p, n;
  equation
    p.v - n.v = 10;
    n.v = 0;
  end Battery;
  Bus bus;
  Meter meter;
  Lamp lamp;
  Battery battery;
  Output speed = time;
equation
  connect(speed, bus.speed);
  connect(bus, meter.bus);
  connect(battery.p, bus.plus);
  connect(lamp.p, bus.plus);
  connect(lamp.n, battery.n);
end BusPinElsewhere;
