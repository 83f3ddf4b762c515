//! run --stop 1
//! quiet
//! expect y = 2*t within 1e-12
model BusOuter "connections to an outer expandable connector give the inner one its members (9.1.3)"
  expandable connector Bus
  end Bus;
  connector Out = output Real;
  connector In = input Real;
  model Source
    outer Bus bus;
    Out o = time;
  equation
    connect(o, bus.signal);
  end Source;
  model Sink
    outer Bus bus;
    In i;
    Real y = 2*i;
  equation
    connect(bus.signal, i);
  end Sink;
  inner Bus bus;
  Source source;
  Sink sink;
  Real y = sink.y;
end BusOuter;
