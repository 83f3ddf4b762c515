package Media
  partial package Medium
    constant Real rho;
  end Medium;
  package Water
    extends Medium(rho = 1000);
  end Water;
  package Air
    extends Medium(rho = 1.2);
  end Air;
end Media;
connector Port
  replaceable package Medium = Media.Medium;
  Real p;
  flow Real m_flow;
end Port;
model Source
  replaceable package Medium = Media.Medium;
  Port port(redeclare package Medium = Medium);
equation
  port.p = 1e5*Medium.rho;
end Source;
model Sink
  replaceable package Medium = Media.Medium;
  Port port(redeclare package Medium = Medium);
equation
  port.p = Medium.rho*port.m_flow;
end Sink;
model M
  Source source(redeclare package Medium = Media.Water);
  Sink sink(redeclare package Medium = Media.Air);
equation
  connect(source.port, sink.port);
end M;
