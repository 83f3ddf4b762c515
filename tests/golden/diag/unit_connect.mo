connector A
  Real p(unit = "Pa");
  flow Real q(unit = "kg/s");
end A;
connector B
  Real p(unit = "bar");
  flow Real q(unit = "m3/s");
end B;
model Source
  A a;
equation
  a.p = 1e5;
end Source;
model Sink
  B b;
equation
  b.q = b.p/100;
end Sink;
model M "Connectors whose variables have other units"
  Source s;
  Sink k;
equation
  connect(s.a, k.b);
end M;
