model ConnectWrongElement "names in a connection: what can be connected is offered"
  connector Port
    Real T;
    flow Real Q;
  end Port;
  connector In = input Real;
  connector Out = output Real;
  block Source
    parameter Real k = 1;
    Out y = k;
  end Source;
  model Heater "a heater"
    parameter Real port_size = 1 "size of the pipe";
    In q "heat";
    Port port "the pipe";
  equation
    port.Q = -q;
  end Heater;
  model Body
    Port port;
    Real T(start = 300, fixed = true) = port.T;
  equation
    der(T) = port.Q;
  end Body;
  Source s;
  Heater h1;
  Body b;
equation
  connect(s.y, h1.u);
  connect(h1.pipe, b.port);
end ConnectWrongElement;
