connector Port
  Real p;
  flow Real m_flow;
  stream Real h_outflow;
end Port;
model Source
  Port port;
equation
  port.m_flow = -1;
  port.h_outflow = 100;
end Source;
model Volume
  Port port;
  Real h(start = 10, fixed = true);
equation
  der(h) = port.m_flow*(inStream(port.h_outflow) - h);
  port.p = 1;
  port.h_outflow = h;
  port.h_outflow = inStream(port.h_outflow);
end Volume;
model M
  Source s;
  Volume v;
equation
  connect(s.port, v.port);
end M;
