connector Port
  Real p;
  flow Real m_flow;
  stream Real h_outflow;
end Port;
model Source
  Port port;
equation
  port.m_flow = -1; port.h_outflow = 100;
end Source;
model Sink
  Port port;
equation
  port.p = 1e5;
end Sink;
model Net
  Source a;
  Sink s;
equation
  connect(a.port, s.port);
end Net;
