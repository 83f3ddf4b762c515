model ConnectSignalBeside "a signal is connected to the port of a source instead of its input"
  connector Port
    Real T;
    flow Real Q;
  end Port;
  connector In = input Real;
  connector Out = output Real;
  model Heater
    In q;
    Port port;
  equation
    port.Q = -q;
  end Heater;
  model Body
    Port port;
  equation
    der(port.T) = port.Q;
  end Body;
  block Source
    parameter Real k = 5;
    Out y = k;
  end Source;
  Source s;
  Heater h, h2;
  Body b;
equation
  connect(s.y, h.port);
  connect(h.port, b.port);
  connect(s.k, h2.q);
end ConnectSignalBeside;
