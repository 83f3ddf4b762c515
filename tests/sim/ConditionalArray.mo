//! run --stop 1
//! expect v["off.port.v"] = t within 1e-12
//! expect v["sourceOff.port.i"] = -4*t within 1e-12
//! expect v["sourceOn.port.i"] = -4.5*t within 1e-12
model ConditionalArray
  "Of a disabled array nothing is looked at, not even what its elements would differ in"
  record Size
    parameter Real a = 1;
    parameter Integer n = 2;
  end Size;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Pool
    parameter Size size;
    Pin port[size.n];
    Pin one;
  equation
    one.v = size.a*one.i;
    for i in 1:size.n loop
      port[i].v = (1 + size.a)*port[i].i;
    end for;
  end Pool;
  model Leak
    Pin port;
  equation
    port.i = 4*port.v;
  end Leak;
  model Zone
    parameter Boolean use = false;
    parameter Integer n = 1;
    parameter Size size[n] = fill(Size(), n) if use;
    Pool pool[n](size = size) if use;
    Pin port;
    Leak leak;
  equation
    connect(leak.port, port);
    for i in 1:n loop
      connect(pool[i].port[2], port);
    end for;
    connect(pool[1].one, pool[1].port[1]);
  end Zone;
  model Source
    Pin port;
  equation
    port.v = time;
  end Source;
  Zone off, on(use = true);
  Source sourceOff, sourceOn;
equation
  connect(sourceOff.port, off.port);
  connect(sourceOn.port, on.port);
end ConditionalArray;
