connector Port
  Real p; flow Real m;
end Port;
model A
  Port port;
equation
  port.m = -1;
end A;
model B
  Port port;
equation
  port.p = 1e5;
end B;
model Net
  A a; B b;
equation
  connect(a.port.p, b.port.p);
end Net;
