//! run --stop 1 --interval 0.1
//! expect v["bus.x[1]"] = t within 1e-12
//! expect v["bus.x[3]"] = 3*t within 1e-12
//! expect v["y[2]"] = 2*t within 1e-12
//! expect v["bus.z[2,1]"] = 21 within 0
model BusSizes "arrays of a bus that are as long as what is connected to them"
  connector In = input Real;
  connector Out = output Real;
  expandable connector Bus
    Real x[:];
    Real z[:, :];
  end Bus;
  block Source
    Out y[3] = {time, 2*time, 3*time};
    Out z[2, 1] = {{11}, {21}};
  end Source;
  block Sink
    In u[3];
  end Sink;
  Bus bus;
  Source source;
  Sink sink;
  Real y[3] = sink.u;
equation
  connect(bus.x, source.y);
  connect(source.z, bus.z);
  connect(sink.u, bus.x);
end BusSizes;
