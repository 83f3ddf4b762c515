//! run --stop 2
//! expect v["bus.port.v[2]"] = 2*t within 1e-12
//! expect v["right.y"] = 3*t within 1e-12
package Sized "The size of a connector is a parameter, which its component gives"
  connector Port
    parameter Integer n;
    Real v[n];
    flow Real i[n];
  end Port;
  expandable connector Bus
  end Bus;
  model Left
    parameter Integer n = 2;
    Port port[2](each final n = n);
  equation
    for k in 1:n loop
      port[1].v[k] = k*time;
      port[2].v[k] = 0;
    end for;
  end Left;
  model Right
    Port port(n = 2);
    Real y = sum(port.v);
  equation
    port.i = {0, 1};
  end Right;
end Sized;
model BusParameter "A connector with parameters becomes a member of a bus: they come along"
  Sized.Left left(n = 2);
  Sized.Right right;
  Sized.Bus bus, other;
equation
  connect(left.port[1], bus.port);
  connect(bus, other);
  connect(other.port, right.port);
end BusParameter;
