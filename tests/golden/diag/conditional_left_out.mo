connector Port
  Real T;
  flow Real Q;
end Port;
model Resistor
  parameter Boolean useHeatPort = false;
  Port heatPort if useHeatPort;
  Real v = time;
end Resistor;
model Source
  Port port(T = 300);
end Source;
model M
  Resistor r;
  Source s;
equation
  connect(r.heatPort, s.port);
end M;
