connector Port
  Real p;
  flow Real q;
end Port;
model Pipe
  Port a, b;
  parameter Real k = 1;
equation
  a.q = k*(a.p - b.p);
end Pipe;
model Source
  Port port;
  parameter Real p;
equation
  port.p = p;
end Source;
model M
  Source s1(p = 3), s2(p = 1);
  Pipe pipe;
equation
  connect(s1.port, pipe.a);
  connect(pipe.b, s2.port);
end M;
