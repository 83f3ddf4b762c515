//! run --stop 2
//! expect v["bus[2].y1"] = 2*t within 1e-12
//! expect v["sink[3].z"] = 6*t within 1e-12
//! quiet
package Buses
  connector Out = output Real;
  connector In = input Real;
  expandable connector Bus
  end Bus;
  block Source
    parameter Integer nout = 1;
    parameter Real k = 1;
    Out y[nout] = fill(k*time, nout);
  end Source;
  block Sink
    In u;
    Real z = 2*u;
  end Sink;
end Buses;
model BusArray "Each bus of an array gets one element of what an array of components has as an array"
  Buses.Source source[3](k = {1, 2, 3});
  Buses.Sink sink[3];
  Buses.Bus bus[3];
equation
  connect(source.y[1], bus.y1);
  connect(bus.y1, sink.u);
end BusArray;
