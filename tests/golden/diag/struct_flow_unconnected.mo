connector Port
  Real p;
  flow Real q;
end Port;
model Pipe
  Port a, b;
  parameter Real k = 1;
equation
  a.q = k*(a.p - b.p);
  a.q + b.q = 0;
end Pipe;
model Source
  Port port;
equation
  port.p = 3;
end Source;
model Pump "Prescribes the flow"
  Port port;
equation
  port.q = -1;
end Pump;
model M "The pump is not connected"
  Source s;
  Pipe pipe;
  Pump pump;
equation
  connect(s.port, pipe.a);
end M;
