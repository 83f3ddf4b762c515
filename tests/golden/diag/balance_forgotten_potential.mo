connector Heat Real T; flow Real Q; end Heat;
model Cell "lacks port.T = T"
  Heat port;
  Real T(start = 300, fixed = true);
equation
  2000*der(T) = port.Q;
end Cell;
model Wall
  Heat a, b;
equation
  a.Q = 10*(a.T - b.T);
  a.Q + b.Q = 0;
end Wall;
model Exchanger
  Cell hot[3], cold[3];
  Wall wall[3];
equation
  connect(hot.port, wall.a);
  connect(wall.b, cold.port);
end Exchanger;
