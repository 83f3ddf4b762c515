connector Port
  Real T;
  flow Real Q;
end Port;
model Machine
  parameter Boolean useHeatPort = false;
  Port heat if useHeatPort;
  Source inside;
  Ambient ambient if not useHeatPort;
equation
  connect(inside.port, heat);
  connect(inside.port, ambient.port);
end Machine;
model Source
  Port port;
  Real w(start = 0, fixed = true);
equation
  der(w) = 10 - w;
  port.Q = -0.5*w^2;
end Source;
model Ambient
  Port port;
equation
  port.T = 300;
end Ambient;
model Housing
  Port port;
  Real T(start = 293.15, fixed = true);
equation
  500*der(T) = port.Q - 2*(T - 293.15);
  port.T = T;
end Housing;
model AbsentFloats
  Machine a(useHeatPort = true), b;
  Housing housing;
equation
  connect(b.heat, housing.port);
end AbsentFloats;
