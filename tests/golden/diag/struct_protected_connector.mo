connector Port
  Real T;
  flow Real Q;
end Port;
model Machine
  Real w(start = 0, fixed = true);
  Real loss;
  Port heat;
protected
  Port inside;
equation
  der(w) = 10 - w;
  loss = 0.5*w^2;
  inside.Q = -loss;
  connect(inside, heat);
end Machine;
model Housing
  Port port;
  Real T(start = 293.15, fixed = true);
equation
  500*der(T) = port.Q - 2*(T - 293.15);
  port.T = T;
end Housing;
model ProtectedConnector
  Machine a;
  Housing housing;
equation
  connect(a.heat, housing.port);
end ProtectedConnector;
